// What must not break the page: haste, dead workers, reloads, no network, two tabs, bad and huge input.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Games, moves, openText, searches, status, typeMove } from './actions.mjs';
import { check, equal, folder, test, until } from './harness.mjs';

const phase = page => page.evaluate(() => globalThis.skua.controller.phase);
const replaced = page => page.evaluate(() => globalThis.skua.controller.replaced);

// A long line of knight moves.
const shuffle = count => Array.from({ length: count }, (_, index) => (index % 2 === 0 ? `${index + 1}. Nf3 Nf6` : `${index + 1}. Ng1 Ng8`)).join(' ');

// Keeps the page's workers in a list, so that a test can kill them.
function keepWorkers(visitor) {
  return visitor.context.addInitScript(() => {
    const Native = globalThis.Worker;
    globalThis.workers = [];
    globalThis.Worker = class extends Native {
      constructor(...words) {
        super(...words);
        globalThis.workers.push(this);
      }
    };
  });
}

test('200 positions in five seconds', {}, async visitor => {
  const page = await visitor.open();
  await openText(page, `${shuffle(48)} *`);
  await searches(page);
  // The keys come from inside the page: the way from here takes too long on a busy machine.
  const time = await page.evaluate(async () => {
    const begin = performance.now();
    for (let step = 0; step < 200; step += 1) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: step % 180 < 90 ? 'ArrowRight' : 'ArrowLeft', bubbles: true }));
      await new Promise(done => setTimeout(done, Math.max(0, begin + 25 * (step + 1) - performance.now())));
    }
    return performance.now() - begin;
  });
  console.log(`      200 steps in ${Math.round(time)} ms`);
  await searches(page, 6);
  equal(await phase(page), 'searching', 'phase');
  console.log(`      engines replaced: ${await replaced(page)}`);
});

test('a killed worker is replaced', {}, async visitor => {
  await keepWorkers(visitor);
  const page = await visitor.open();
  await searches(page, 8);
  await page.evaluate(() => globalThis.workers.forEach(worker => worker.terminate()));
  await until('another engine', async () => (await replaced(page)) >= 1);
  await typeMove(page, 'e4');
  await searches(page, 8);
});

test('reload in the middle of everything', {}, async visitor => {
  const page = await visitor.open();
  for (let count = 0; count < 4; count += 1) {
    await typeMove(page, ['e4', 'e5', 'Nf3', 'Nc6'][count]);
    await page.waitForTimeout(700);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
  }
  equal(await moves(page), ['e4', 'e5', 'Nf3', 'Nc6'], 'moves');
  await searches(page);
});

test('offline after the first visit, below a path', { offline: true, path: '/deep/below', allowed: [/ERR_INTERNET_DISCONNECTED|Failed to load resource/] }, async (visitor, { server }) => {
  const page = await visitor.open();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Ready offline').waitFor({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  server.closeAllConnections();
  await new Promise(done => server.close(done));
  await visitor.context.setOffline(true);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await searches(page, 8);
  await page.getByRole('link', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await typeMove(page, 'e4');
  await until('an answer', async () => (await moves(page)).length === 2);
});

test('without isolation: one thread, then threads by the service worker', { offline: true, isolated: false }, async visitor => {
  const page = await visitor.open();
  equal(await page.evaluate(() => crossOriginIsolated), false, 'isolated at first');
  await searches(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Ready offline').waitFor({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  equal(await page.evaluate(() => crossOriginIsolated), true, 'isolated after the first visit');
  await searches(page);
});

// A copy of dist/ that becomes another version step by step, as on a server during an update.
let changing = '';
const copyOfPage = () => {
  changing = mkdtempSync(join(tmpdir(), 'skua-page-'));
  cpSync(folder, changing, { recursive: true });
  return changing;
};
const checksum = text => createHash('sha256').update(text).digest('base64');

test('a new version is taken as a whole, when the user asks for it', { offline: true, folder: copyOfPage, allowed: [/integrity|Failed to load resource|digest/i] }, async visitor => {
  const page = await visitor.open();
  const ready = async () => {
    await page.reload();
    await page.waitForSelector('html[data-ready]');
  };
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Ready offline').waitFor({ timeout: 60_000 });
  await ready();
  const marked = () => page.locator('meta[name=test]').count();
  const before = readFileSync(join(changing, 'index.html'), 'utf8');
  const after = before.replace('<head>', '<head><meta name="test">');
  const worker = readFileSync(join(changing, 'service_worker.js'), 'utf8');
  // The page has changed, but the worker's list has not: nothing of it may be used.
  writeFileSync(join(changing, 'index.html'), after);
  writeFileSync(join(changing, 'service_worker.js'), worker.replace(/skua-[0-9a-f]{10}/, 'skua-1111111111'));
  await ready();
  await page.waitForTimeout(2500);
  await ready();
  equal(await marked(), 0, 'parts of an incomplete version');
  writeFileSync(join(changing, 'service_worker.js'), worker.replace(/skua-[0-9a-f]{10}/, 'skua-2222222222').replace(checksum(before), checksum(after)));
  await ready();
  await page.getByText('A new version is ready.').waitFor();
  equal(await marked(), 0, 'the new version before the user asks');
  await page.getByRole('button', { name: 'Update now' }).click();
  await until('the new version', async () => (await marked()) === 1);
  await page.waitForSelector('html[data-ready]');
  await searches(page);
  equal(await page.evaluate(async () => (await caches.keys()).join()), 'skua-2222222222', 'caches');
  rmSync(changing, { recursive: true });
});

test('two tabs', {}, async visitor => {
  const first = await visitor.open();
  await typeMove(first, 'e4');
  await first.waitForTimeout(800);
  const second = await visitor.open();
  equal(await moves(second), ['e4'], 'a new tab continues the last game');
  await typeMove(second, 'c5');
  await typeMove(first, 'e5');
  await first.waitForTimeout(800);
  await first.reload();
  await second.reload();
  await first.waitForSelector('html[data-ready]');
  await second.waitForSelector('html[data-ready]');
  equal([await moves(first), await moves(second)], [['e4', 'e5'], ['e4', 'c5']], 'each tab has its own game');
  await first.bringToFront();
  await searches(first);
  await second.bringToFront();
  await searches(second);
});

test('bad input gives a message, and the page lives', {}, async visitor => {
  const page = await visitor.open();
  const message = async (text, words) => {
    await openText(page, text);
    await until(`a message on ${words}`, async () => (await page.locator('.notice').innerText()).includes(words));
    await page.keyboard.press('Escape');
  };
  await message('hello there', 'no moves');
  await message('8/8/8/8/8/8/8/8 w - - 0 1', 'the board is empty');
  await message('[Variant "Atomic"]\n\n1. e4 *', 'variant');
  await message('1. e4 e5 2. Ke4 d5', "can't be played");
  equal(await moves(page), ['e4', 'e5'], 'the legal part');
  await page.goto(`${visitor.address}#analyse?fen=xyz`);
  await until('a message on the link', async () => (await page.locator('.notice').innerText()).includes('link'));
  await searches(page);
});

test('five megabytes pasted', {}, async visitor => {
  const page = await visitor.open();
  await page.getByRole('button', { name: 'Open' }).first().click();
  await page.locator('dialog textarea').evaluate((field, game) => {
    const data = new DataTransfer();
    data.setData('text/plain', game.repeat(Math.ceil((5 * 1024 * 1024) / game.length)));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, Games.short);
  check((await page.locator('dialog textarea').inputValue()).includes('MB of text'), 'the field stays small');
  await page.locator('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: /\d+,\d+ games/ }).waitFor();
  await page.locator('.games button').first().click();
  await until('a game', async () => (await moves(page)).length === 14);
  await openText(page, 'x'.repeat(200));
  await page.keyboard.press('Escape');
  await searches(page);
});

test('a game of 20,000 plies', {}, async visitor => {
  const page = await visitor.open();
  await page.getByRole('button', { name: 'Open' }).first().click();
  await page.locator('dialog input[type=file]').setInputFiles({ name: 'long.pgn', mimeType: 'text/plain', buffer: Buffer.from(`${shuffle(10_000)} *`) });
  await until('the game', async () => (await moves(page)).length > 100, 90_000);
  await page.keyboard.press('End');
  await until('the end', async () => (await page.locator('.move.current').innerText()).includes('Ng8'));
  check((await page.locator('.move-list .row').count()) < 200, 'only a part is drawn');
  check((await status(page)).includes('over'), 'the fifty-move rule has ended it');
  await page.keyboard.press('Home');
  for (let count = 0; count < 10; count += 1) await page.keyboard.press('ArrowRight');
  await searches(page);
  await page.getByRole('link', { name: 'Understand' }).click();
  await page.getByRole('button', { name: 'Analyse the game' }).click();
  await until('a message', async () => (await page.locator('.notice').innerText()).includes('report covers'));
});

test('a worker that is killed again and again', {}, async visitor => {
  await keepWorkers(visitor);
  const page = await visitor.open();
  for (let count = 1; count <= 4; count += 1) {
    await searches(page, 4);
    // What the one before has found is still shown when the next one has not answered yet, and four that never answer are
    // given up.
    await until('an engine that answers', () => page.evaluate(() => {
      const { phase, failures } = globalThis.skua.controller;
      return phase === 'searching' && failures === 0 && globalThis.workers.length > 0;
    }));
    await page.evaluate(() => globalThis.workers.splice(0).forEach(worker => worker.terminate()));
    await until('another engine', async () => (await replaced(page)) >= count);
  }
  await typeMove(page, 'e4');
  await searches(page, 6);
});

test('quick changes of the mode during a search', {}, async visitor => {
  const page = await visitor.open();
  await openText(page, Games.short);
  await page.evaluate(async () => {
    for (let step = 0; step < 60; step += 1) {
      location.hash = ['#understand', '#play', '#analyse'][step % 3];
      await new Promise(done => setTimeout(done, 30));
    }
  });
  await until('Analyse', async () => (await page.title()).startsWith('Analyse'));
  await searches(page, 6);
  await page.getByRole('link', { name: 'Understand' }).click();
  await page.locator('.coach .words, .coach .button').first().waitFor();
  equal(await phase(page) !== 'failed', true, 'the engine lives');
});

test('scripts in a game are text', {}, async visitor => {
  const page = await visitor.open();
  const evil = '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>';
  const tag = evil.replaceAll('"', '\\"');
  await openText(page, `[White "${tag}"]\n[Black "javascript:alert(1)"]\n[Event "${tag}"]\n[Result "${tag}"]\n\n{${evil}} 1. e4 {${evil}} (1. d4 {${evil}}) e5 *`);
  await until('the game', async () => (await moves(page)).length === 2);
  check((await page.locator('.names').innerText()).includes('<img src=x'), 'names are shown as text');
  check((await page.locator('.move-list').innerText()).includes('<script>'), 'comments are shown as text');
  await page.getByRole('link', { name: 'Understand' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.locator('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'hidden' });
  await openText(page, Array.from({ length: 3 }, () => `[White "${tag}"]\n[Event "${tag}"]\n\n1. e4 *\n`).join('\n'));
  await page.getByRole('heading', { name: '3 games' }).waitFor();
  for (const hash of ['#analyse?fen=<script>', '#<img src=x onerror=hacked=1>', '#analyse?moves=<b>x</b>', '#play?%', '#analyse?fen=%E0%A4%A', `#analyse?${'x'.repeat(50_000)}`, '#understand?moves=e2e4.e2e4']) {
    await page.goto(visitor.address + hash);
    await page.waitForSelector('html[data-ready]');
  }
  equal(await page.evaluate(() => globalThis.hacked ?? 0), 0, 'scripts that ran');
  equal(await page.locator('img, script:not([src])').count(), 0, 'elements from outside');
  await page.goto(`${visitor.address}#analyse`);
  await searches(page);
});

// Playwright types long texts slowly into fields.
const paste = (page, text) => page.evaluate(words => {
  const data = new DataTransfer();
  data.setData('text/plain', words);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}, text);

test('500 games, and variations in variations', {}, async visitor => {
  const page = await visitor.open();
  const games = Array.from({ length: 500 }, (_, index) => `[White "Player ${index}"]\n[Black "Other"]\n\n1. e4 e5 2. Nf3 *\n`).join('\n');
  await paste(page, games);
  await page.getByRole('heading', { name: '500 games' }).waitFor();
  await page.locator('dialog input').fill('player 432');
  await until('one game', async () => (await page.locator('.games button').count()) === 1);
  await page.locator('.games button').click();
  await until('the game', async () => (await moves(page)).length === 3);
  // Each variation is inside the one before it.
  let text = '';
  for (let ply = 0; ply < 200; ply += 1) {
    const number = `${Math.floor(ply / 2) + 1}.${ply % 2 === 0 ? '' : '..'}`;
    text += `${number} ${ply % 2 === 0 ? 'Nc3' : 'Nc6'} (${number} ${['Nf3', 'Nf6', 'Ng1', 'Ng8'][ply % 4]} `;
  }
  await openText(page, `${text}${')'.repeat(200)} *`);
  await until('the game', async () => (await moves(page)).join() === 'Nc3');
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+ArrowRight');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await searches(page);
  await page.getByRole('button', { name: 'Share' }).click();
  equal((await page.locator('dialog textarea').inputValue()).split('(').length - 1, 200, 'variations in the PGN');
  await page.keyboard.press('Escape');
  await paste(page, `1. e4 ${'(1. d4 '.repeat(30_000)}`);
  await until('the game', async () => (await moves(page)).join() === 'e4');
  await paste(page, `1. e4 ${'(1. d4 '.repeat(70_000)}`);
  await until('a message', async () => (await page.locator('.notice').innerText()).includes('Only the first'));
  await page.keyboard.press('Home');
  await searches(page);
});

test('without any storage', {}, async visitor => {
  await visitor.context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError'); } });
    }
  });
  const page = await visitor.open();
  await typeMove(page, 'e4');
  await searches(page);
  await page.getByRole('link', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await typeMove(page, 'd4');
  await until('an answer', async () => (await moves(page)).length === 2);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('0 results').waitFor();
});

test('a full storage, and a database that never answers', {}, async visitor => {
  await visitor.context.addInitScript(() => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  const page = await visitor.open();
  await typeMove(page, 'e4');
  await searches(page, 10);
  await visitor.context.addInitScript(() => { IDBFactory.prototype.open = () => ({}); });
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await searches(page);
});

test('nonsense in the storage', {}, async visitor => {
  const page = await visitor.open('#understand?moves=e2e4');
  await page.locator('.coach .words').first().waitFor();
  await page.waitForTimeout(2500);
  // Every entry keeps its key, and gets another value.
  await page.evaluate(async () => {
    const database = await new Promise(done => { const request = indexedDB.open('skua'); request.onsuccess = () => done(request.result); });
    const nonsense = [null, 7, 'x', [], {}, { pgn: '((((', places: [99, 'x'] }, { depth: 20, lines: [null] }, { depth: 20, lines: [{ score: {}, pv: 3 }] },
      { fen: 'x', threats: [null], moves: [{}], best: {} }, { moves: [{}], white: {}, black: {} }];
    let count = 0;
    for (const kind of database.objectStoreNames) {
      const store = database.transaction(kind, 'readwrite').objectStore(kind);
      const keys = await new Promise(done => { const request = store.getAllKeys(); request.onsuccess = () => done(request.result); });
      for (const key of keys) await new Promise(done => { const request = store.put({ key, at: Date.now(), value: nonsense[count++ % nonsense.length] }); request.onsuccess = done; });
    }
    localStorage.setItem('skua.settings', '{"lines":"many","theme":{"a":1},"hash":1e99}');
    localStorage.setItem('skua.play', '{"settings":{"fen":"8/8/8/4k3/8/4K3/8/8 w - - 0 1","user":"green","time":{}},"moves":[1],"clocks":{}}');
  });
  for (const hash of ['#understand?moves=e2e4', '#analyse?moves=e2e4', '#play', '#analyse']) {
    await page.goto(visitor.address + hash);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    equal(await page.locator('.failure').count(), 0, `the page at ${hash}`);
  }
  await searches(page);
});

test('a browser without SIMD is told so', {}, async visitor => {
  await visitor.context.addInitScript(() => { WebAssembly.validate = () => false; });
  const page = await visitor.open();
  await page.getByText('no WebAssembly with SIMD').waitFor();
  check((await status(page)).includes('failed'), 'the engine has failed');
  await typeMove(page, 'e4');
  await until('the board works', async () => (await moves(page)).length === 1);
});

test('the wheel steps through the game', {}, async visitor => {
  const page = await visitor.open();
  await openText(page, Games.short);
  const box = await page.locator('.board').boundingBox();
  await page.mouse.move(box.x + 50, box.y + 50);
  await page.mouse.wheel(0, 100);
  await until('one move', async () => (await page.locator('.move.current').innerText()).includes('e4'));
  await page.mouse.wheel(0, 100);
  await until('two moves', async () => (await page.locator('.move.current').innerText()).includes('e5'));
  await page.mouse.wheel(0, -100);
  await until('one move', async () => (await page.locator('.move.current').innerText()).includes('e4'));
});

// Memory over many steps: half an hour with MEMORY_MINUTES=30, a short look otherwise.
test('memory stays flat while stepping', {}, async visitor => {
  const page = await visitor.open();
  await openText(page, `${shuffle(45)} *`);
  const client = await visitor.context.newCDPSession(page);
  const heap = async () => {
    await client.send('HeapProfiler.collectGarbage');
    return (await client.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const end = Date.now() + 60_000 * Number(process.env.MEMORY_MINUTES ?? 0.5);
  for (let step = 0; step < 100; step += 1) await page.keyboard.press(step < 50 ? 'ArrowRight' : 'ArrowLeft');
  const before = await heap();
  let steps = 0;
  while (Date.now() < end) {
    await page.keyboard.press(steps % 160 < 80 ? 'ArrowRight' : 'ArrowLeft');
    steps += 1;
    await page.waitForTimeout(30);
  }
  const after = await heap();
  console.log(`      ${steps} steps: ${before.toFixed(1)} -> ${after.toFixed(1)} MB`);
  check(after < before + 10, 'the heap grew by more than 10 MB');
  check(/Depth|Saved|Searching/.test(await status(page)), 'the engine lives');
});
