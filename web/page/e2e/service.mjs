// The page on board of skua-server, with the server as its engine. SKUA_SERVER names the program; without it nothing is tested.
import { spawn } from 'node:child_process';
import { searches, openText, moves } from './actions.mjs';
import { check, equal, folder, test, until } from './harness.mjs';

const program = process.env.SKUA_SERVER;

function startService() {
  const child = spawn(program, ['--port', '0', '--hash', '4', '--no-store', '--page', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  const server = { close: () => child.kill() };
  return new Promise((resolve, reject) => {
    child.on('exit', code => reject(new Error(`skua-server ended with ${code}`)));
    child.stdout.once('data', text => resolve({ server, address: /http:\S+/.exec(text)[0] }));
  });
}

async function figure(page, name) {
  const text = await page.evaluate(async () => (await fetch('metrics')).text());
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)[1]);
}

if (program) {
  test('the server is the engine', { short: true, serve: startService }, async visitor => {
    const page = await visitor.open();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Searches run on').selectOption('the server');
    await page.keyboard.press('Escape');
    await until('the server searches', async () => (await figure(page, 'skua_slots_busy')) > 0);
    await searches(page, 8);
    equal(await figure(page, 'skua_websockets'), 1, 'sessions');
    // Mate in one for Black, who moves: scores are turned around.
    await openText(page, 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2');
    await until('the mate', async () => (await page.locator('.engine-lines').innerText()).includes('Qh4'));
    check((await page.locator('.engine-lines li').first().innerText()).includes('#'), 'the mate is shown');
    // A report on a game is a job of the server.
    await openText(page, '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0');
    equal((await moves(page)).length, 7, 'moves');
    await page.getByRole('link', { name: 'Understand' }).click();
    await page.getByRole('button', { name: 'Analyse the game' }).click();
    await page.locator('.graph').waitFor({ timeout: 120_000 });
    equal(await figure(page, 'skua_games_done_total'), 1, 'games of the server');
  });
}
