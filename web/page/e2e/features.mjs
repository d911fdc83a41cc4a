// Every feature of the page, as a user does it.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Games, boardText, clickMove, depth, dragMove, live, moves, openText, searches, square, stands, status, typeMove } from './actions.mjs';
import { check, equal, test, until } from './harness.mjs';

const require = createRequire(import.meta.url);

// ------------------------------------------------------------------ Analyse

test('the page is there quickly and the engine searches', { short: true }, async visitor => {
  const begin = Date.now();
  const page = await visitor.open();
  const ready = Date.now() - begin;
  await searches(page, 8);
  console.log(`      interactive after ${ready} ms, depth 8 after ${Date.now() - begin} ms`);
  check(await page.evaluate(() => crossOriginIsolated), 'the page is isolated');
  equal(await page.locator('.engine-lines li .chip').count(), 2, 'lines');
  await page.getByRole('button', { name: 'More lines' }).click();
  await until('three lines', async () => (await page.locator('.engine-lines li .chip').count()) === 3);
});

test('moves by click, drag, text and keys', { short: true }, async visitor => {
  const page = await visitor.open();
  await clickMove(page, 'e2', 'e4');
  await dragMove(page, 'e7', 'e5');
  // The field knows the position that is drawn: a person waits for the board, too.
  await until('two moves', async () => (await moves(page)).length === 2);
  await typeMove(page, 'Nf3');
  await until('three moves', async () => (await moves(page)).length === 3);
  equal(await moves(page), ['e4', 'e5', 'Nf3'], 'moves');
  await typeMove(page, 'Qh9');
  check((await page.locator('.move-field .problem').innerText()).includes('not a legal move'), 'a wrong move is refused');
  await page.locator('.move-list').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('k');
  check((await live(page)).includes('e4'), 'moves are announced');
  await clickMove(page, 'c7', 'c5');
  await until('a variation', async () => (await page.locator('.variation').count()) === 1);
  await page.keyboard.press('f');
  check((await page.locator('.orientation-black').count()) > 0, 'the board is turned');
  await searches(page);
});

test('touch', { context: { hasTouch: true, viewport: { width: 360, height: 740 }, isMobile: true } }, async visitor => {
  const page = await visitor.open();
  for (const name of ['d2', 'd4']) {
    const { x, y } = await square(page, name);
    await page.touchscreen.tap(x, y);
  }
  await until('the move', async () => (await moves(page)).join() === 'd4');
  equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, 'nothing sticks out at 360 pixels');
});

test('promotion and castling', {}, async visitor => {
  const page = await visitor.open('#analyse?fen=r3k3/6P1/8/8/8/8/8/4K2R_w_Kq_-_0_1');
  await clickMove(page, 'g7', 'g8');
  await page.getByRole('button', { name: 'knight' }).click();
  await until('promotion', async () => (await moves(page)).join() === 'g8=N');
  await page.keyboard.press('ArrowLeft');
  await clickMove(page, 'e1', 'g1');
  await until('castling', async () => stands(page, 'f1, white rook'));
});

test('variations, comments and glyphs', {}, async visitor => {
  const page = await visitor.open();
  await openText(page, Games.annotated);
  equal(await moves(page), ['e4', 'e5', 'Nf3', 'Nc6'], 'main line');
  equal(await page.locator('.variation').count(), 1, 'variations');
  check((await page.locator('.move-list').innerText()).includes('A start'), 'comments are shown');
  await page.locator('.variation .move').first().click();
  await page.getByRole('button', { name: 'Make this the main line' }).click();
  await until('the other main line', async () => (await moves(page))[1] === 'c5');
  await page.keyboard.press('5');
  check((await page.locator('.move.current').innerText()).includes('!?'), 'a glyph by key');
  await page.getByRole('button', { name: 'Comment' }).click();
  await page.locator('.comment-field textarea').fill('Sicilian {of course}');
  await page.getByRole('button', { name: 'Share' }).click();
  const pgn = await page.locator('dialog textarea').inputValue();
  check(/c5 \$5 \{ ?Sicilian \(of course\) ?\}/.test(pgn), `PGN: ${pgn}`);
  await page.keyboard.press('Escape');
  await page.locator('.move-list').focus();
  await page.keyboard.press('Delete');
  await until('deleted', async () => !(await moves(page)).includes('c5'));
});

test('arrows, evaluation bar, threat and labels', {}, async visitor => {
  const page = await visitor.open('#analyse?fen=r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR_w_KQkq_-_4_4');
  await searches(page, 2);
  await until('an arrow', async () => (await page.locator('.cg-shapes line, .cg-shapes g > *').count()) > 0);
  check((await page.locator('.evaluation-bar').getAttribute('aria-label')).includes('White mates in 1'), 'the bar tells of the mate');
  await page.getByRole('button', { name: 'Show the threat' }).click();
  await until('the threat', async () => (await page.locator('.threat-line').innerText()).includes('Nxh5'));
  await page.getByRole('button', { name: 'Show the threat' }).click();
  await until('depth', async () => (await depth(page)) >= 1);
  await page.keyboard.press('l');
  check((await status(page)).startsWith('Off'), 'the engine is off');
  equal(await page.locator('.engine-lines .chip').count(), 0, 'no lines while it is off');
  await page.keyboard.press('l');
  await typeMove(page, 'Nf3');
  await until('a label', async () => (await page.locator('.move.current .glyph.blunder').count()) === 1);
});

test('the best move by space, its line by click', {}, async visitor => {
  const page = await visitor.open();
  await searches(page, 8);
  await page.locator('body').press('Space');
  await until('a move', async () => (await moves(page)).length === 1);
  await searches(page, 8);
  await page.locator('.engine-lines li').first().locator('.move').nth(2).click();
  await until('three more', async () => (await moves(page)).length === 4);
});

test('names of openings', {}, async visitor => {
  const page = await visitor.open('#analyse?moves=e2e4.c7c5.g1f3.d7d6.d2d4.c5d4.f3d4.g8f6.b1c3.a7a6');
  await until('the name', async () => (await page.locator('.opening').innerText()).includes('Najdorf'));
});

test('links, FEN, files and drops', {}, async visitor => {
  const page = await visitor.open('#analyse?moves=e2e4.e7e5&side=black');
  equal(await moves(page), ['e4', 'e5'], 'the line of the link');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.locator('dialog input').nth(1).inputValue();
  check(link.endsWith('#analyse?moves=e2e4.e7e5&side=black'), link);
  await page.keyboard.press('Escape');
  await openText(page, '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1');
  await until('the position', async () => stands(page, 'e5, black king'));
  await page.getByRole('button', { name: 'Open' }).first().click();
  await page.locator('dialog input[type=file]').setInputFiles({ name: 'game.pgn', mimeType: 'text/plain', buffer: Buffer.from(Games.short) });
  await until('the file', async () => (await moves(page)).length === 14);
  await page.evaluate(text => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'x.pgn'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, '1. d4 d5 *');
  await until('the drop', async () => (await moves(page)).join() === 'd4,d5');
  await page.evaluate(text => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, `${Games.short}\n${Games.annotated}`);
  await page.getByRole('heading', { name: '2 games' }).waitFor();
  await page.locator('.games button').nth(1).click();
  await until('the chosen game', async () => (await moves(page)).length === 4);
});

test('game and results survive a reload', {}, async visitor => {
  const page = await visitor.open();
  await openText(page, Games.annotated);
  await page.keyboard.press('End');
  await searches(page, 10);
  await page.waitForTimeout(2500);
  await page.keyboard.press('l');
  const before = await boardText(page);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  equal(await boardText(page), before, 'board');
  equal((await moves(page)).length, 4, 'moves');
  await page.keyboard.press('l');
  await until('the saved result', async () => /saved at depth \d\d/.test(await status(page)));
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Clear all results' }).click();
  await page.getByText('0 results').waitFor();
});

// ------------------------------------------------------------------ setting up a position

const fenField = page => page.locator('.editor .field input').inputValue();
const choose = (page, name) => page.locator('.palette').getByRole('radio', { name, exact: true }).check({ force: true });
const press = async (page, name, options) => {
  const { x, y } = await square(page, name);
  await page.mouse.click(x, y, options);
};

test('a position is set up by mouse', { short: true }, async visitor => {
  const page = await visitor.open();
  await page.getByRole('button', { name: 'Set up' }).click();
  await dragMove(page, 'e2', 'e4');
  await until('a moved piece', async () => (await fenField(page)) === 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1');
  const e4 = await square(page, 'e4');
  await page.mouse.move(e4.x, e4.y);
  await page.mouse.down();
  await page.mouse.move(2, 300, { steps: 5 });
  await page.mouse.up();
  await until('a piece dragged off the board', async () => (await fenField(page)).startsWith('rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/'));
  await page.getByRole('button', { name: 'Clear' }).click();
  check((await page.locator('.editor .verdict').innerText()).includes('the board is empty'), 'an empty board');
  check(await page.getByRole('button', { name: 'Analyse this position' }).isDisabled(), 'an impossible position can not be analysed');
  await choose(page, 'white king');
  await press(page, 'e1');
  check((await page.locator('.editor .verdict').innerText()).includes('Black has no king'), 'one king');
  await choose(page, 'black king');
  await press(page, 'e8');
  await choose(page, 'white rook');
  await press(page, 'h1');
  await press(page, 'a1');
  await press(page, 'd5');
  await press(page, 'd5', { button: 'right' });
  await press(page, 'a1');
  await until('pieces from the palette', async () => (await fenField(page)) === '4k3/8/8/8/8/8/8/4K2R w - - 0 1');
  const from = await page.locator('.palette label[title="black pawn"]').boundingBox();
  const to = await square(page, 'c4');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await until('a piece dragged from the palette', async () => (await fenField(page)).startsWith('4k3/8/8/8/2p5/8/8/4K2R'));
  await choose(page, 'white pawn');
  await press(page, 'd4');
  await page.getByLabel('White O-O', { exact: true }).check();
  check(await page.getByLabel('White O-O-O').isDisabled(), 'no castling without a rook');
  await page.locator('.editor .choices label', { hasText: 'Black' }).click();
  await page.locator('.editor select').selectOption('d3');
  await until('the rest of the FEN', async () => (await fenField(page)) === '4k3/8/8/8/2pP4/8/8/4K2R b K d3 0 1');
  await page.getByRole('button', { name: 'Analyse this position' }).click();
  await clickMove(page, 'c4', 'd3');
  await until('en passant', async () => (await moves(page)).join() === 'cxd3');
  await searches(page);
  await page.getByRole('link', { name: 'Play' }).click();
  await page.getByLabel('From the position of the analysis').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await until('the position', async () => stands(page, 'd3, black pawn'));
  await typeMove(page, 'O-O');
  await until('an answer', async () => (await moves(page)).length === 2);
});

test('a position is set up by keys', {}, async visitor => {
  const page = await visitor.open();
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.locator('[data-square=e2]').focus();
  for (const key of ['1', 'K', '8', 'k', '7', 'Q', 'q', 'ArrowLeft', 'R', 'Delete', '2', 'p']) await page.keyboard.press(key);
  await until('pieces put by letters', async () => (await fenField(page)) === '4k3/4q3/8/8/8/8/3p4/4K3 w - - 0 1');
  check((await live(page)).includes('black pawn on d2'), await live(page));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await until('a piece moved by Enter', async () => (await fenField(page)) === '4k3/4q3/8/8/8/3p4/8/4K3 w - - 0 1');
  await page.keyboard.press('Tab');
  check(await page.evaluate(() => document.activeElement?.closest('.palette') !== null), 'the palette follows the board');
  await page.keyboard.press('ArrowDown');
  await page.locator('.editor .field input').fill('nonsense');
  await page.locator('.editor .field input').press('Enter');
  await page.getByText('This is not a FEN.').waitFor();
  await page.locator('.editor .field input').fill('4k3/8/8/8/8/8/8/4K2R w K - 3 9');
  await page.locator('.editor .field input').press('Enter');
  await until('a typed FEN', async () => (await fenField(page)) === '4k3/8/8/8/8/8/8/4K2R w K - 3 9');
  await page.locator('[data-square=e1]').focus();
  await page.keyboard.press('Escape');
  await until('the game as it was', async () => stands(page, 'e2, white pawn'));
});

test('a position is set up by touch', { context: { hasTouch: true, viewport: { width: 360, height: 740 }, isMobile: true } }, async visitor => {
  const page = await visitor.open();
  await page.getByRole('button', { name: 'Set up' }).tap();
  await page.getByRole('button', { name: 'Clear' }).tap();
  await page.evaluate(() => scrollTo(0, 0));
  for (const [piece, name] of [['white king', 'e1'], ['black king', 'e8'], ['white queen', 'd1']]) {
    const box = await page.locator(`.palette label[title="${piece}"]`).boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    const { x, y } = await square(page, name);
    await page.touchscreen.tap(x, y);
  }
  await until('tapped pieces', async () => (await fenField(page)) === '4k3/8/8/8/8/8/8/3QK3 w - - 0 1');
  equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, 'nothing sticks out at 360 pixels');
  await page.getByRole('button', { name: 'Analyse this position' }).tap();
  await searches(page);
});

// ------------------------------------------------------------------ tablebases

const tableFolder = fileURLToPath(new URL('../../../tests/data/syzygy/', import.meta.url));
const tableFiles = readdirSync(tableFolder).filter(name => /\.rtb[wz]$/.test(name)).map(name => tableFolder + name);

test('tablebases from files of the user', {}, async visitor => {
  const page = await visitor.open('#analyse?fen=4k3/8/4K3/4P3/8/8/8/8_w_-_-_0_1');
  await page.getByTestId('tables').setInputFiles([{ name: 'KQvK.rtbw', mimeType: '', buffer: Buffer.from('nonsense') }]);
  await page.getByText('KQvK.rtbw is not a Syzygy table.').waitFor();
  await page.getByTestId('tables').setInputFiles(tableFiles);
  await page.getByText('White to move wins.').waitFor();
  equal((await page.locator('.table-moves .san').allInnerTexts()).length, 4, 'moves');
  await searches(page);
  await until('a score of the tables', async () => /TB|#/.test(await page.locator('.engine .score').innerText()));
  await page.locator('.table-moves button', { hasText: 'draws' }).first().click();
  await page.getByText('Black to move draws.').waitFor();
  await page.keyboard.press('l');
  await page.locator('.table-moves button').first().click();
  await page.getByText('White to move draws.').waitFor();
  check((await status(page)).startsWith('Off'), 'tables answer while the engine is off');
  // A new engine gets the tables again.
  await page.evaluate(() => globalThis.skua.controller.restart());
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Black to move draws.').waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('5 tables with up to 3 pieces').waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.locator('.tablebase').getByText('Choose files').waitFor();
  await page.getByRole('button', { name: 'New' }).click();
  equal(await page.locator('.tablebase').count(), 0, 'no panel at the start of the game');
});

// ------------------------------------------------------------------ Understand

test('the coach explains a move, and its line is played', { short: true }, async visitor => {
  const page = await visitor.open('#understand?fen=r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR_w_KQkq_-_4_4&moves=g1f3');
  await page.getByText('Better was Qxf7#, which is checkmate.').waitFor();
  await page.locator('.statement button').first().click();
  await until('the line on the board', async () => stands(page, 'f7, white queen'));
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await until('the game', async () => stands(page, 'h5, white queen'));
  await page.getByRole('button', { name: 'Show the best move here' }).click();
  await page.locator('.coach .san', { hasText: 'Nxh5' }).waitFor();
});

test('a report with graph, key moments and another try', {}, async visitor => {
  const page = await visitor.open();
  await openText(page, Games.short);
  await page.getByRole('link', { name: 'Understand' }).click();
  await page.getByRole('button', { name: 'Analyse the game' }).click();
  await page.locator('progress').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Analyse the game' }).click();
  await page.locator('.graph').waitFor({ timeout: 120_000 });
  check((await page.locator('.moments li').count()) >= 2, 'key moments');
  check((await page.locator('.side-play').first().innerText()).includes('accuracy'), 'accuracy');
  const box = await page.locator('.graph').boundingBox();
  await page.locator('.graph').click({ position: { x: box.width - 3, y: 20 } });
  await until('the last move', async () => (await page.locator('.move.current').innerText()).includes('Nf3#'));
  const moment = page.locator('.moments li', { hasText: 'Nxf7' });
  await moment.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.retry').waitFor();
  await clickMove(page, 'e5', 'f7');
  await page.locator('.verdict.wrong').waitFor();
  await until('the refused move is taken back', async () => stands(page, 'e5, white knight'));
  await clickMove(page, 'c4', 'f7');
  await page.locator('.verdict.best, .verdict.good').waitFor();
  await page.locator('.retry').getByRole('button', { name: 'Next mistake' }).click();
  await page.locator('.retry').getByRole('button', { name: 'Show the solution' }).click();
  await page.locator('.verdict.shown').waitFor();
  await page.locator('.retry').getByRole('button', { name: 'Back to the game' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  const pgn = await page.locator('dialog textarea').inputValue();
  check(pgn.includes('Blunder.') && pgn.includes('[%eval'), 'the PGN has the report');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(1000);
  await page.reload();
  await page.locator('.graph').waitFor();
});

// ------------------------------------------------------------------ Play

test('a game against Skua', { short: true }, async visitor => {
  const page = await visitor.open('#play');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await clickMove(page, 'e2', 'e4');
  await until('an answer', async () => (await moves(page)).length === 2);
  await page.getByRole('button', { name: 'Take back' }).click();
  await until('taken back', async () => (await moves(page)).length === 0);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.hint').waitFor();
  await typeMove(page, 'd4');
  await until('an answer', async () => (await moves(page)).length === 2);
});

test('play: draw, resignation, rematch, analysis, reload', {}, async visitor => {
  const page = await visitor.open('#play');
  await page.getByText('no clock').waitFor();
  await page.locator('.choices label', { hasText: '3+2' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await typeMove(page, 'e4');
  await until('an answer', async () => (await moves(page)).length === 2);
  await until('the clock runs', async () => (await page.locator('.clock').last().innerText()) !== '3:00');
  await page.getByRole('button', { name: 'Offer draw' }).click();
  await page.getByText('Skua declines the draw.').first().waitFor();
  await page.reload();
  await until('the game is still there', async () => (await moves(page)).length === 2);
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await page.getByRole('button', { name: 'Resign the game' }).click();
  await page.getByText('Skua won by resignation.').first().waitFor();
  await page.getByRole('button', { name: 'Rematch as black' }).click();
  await until('Skua begins', async () => (await moves(page)).length === 1);
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await page.getByRole('button', { name: 'Resign the game' }).click();
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await until('in the analysis', async () => (await page.locator('.names').innerText()).includes('You'));
  await searches(page);
});

test('play Chess960 at full strength', {}, async visitor => {
  const page = await visitor.open('#play');
  await page.getByLabel('Chess960').check();
  await page.locator('input[type=range]').fill('3050');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await typeMove(page, 'e4');
  await until('an answer', async () => (await moves(page)).length === 2);
});

test('a won game ends by mate', {}, async visitor => {
  const page = await visitor.open('#play', { wait: false });
  await page.evaluate(() => localStorage.setItem('skua.play', JSON.stringify({
    settings: { user: 'white', elo: 1000, time: null, fen: '7k/8/6K1/8/8/8/8/1Q6 w - - 0 1', chess960: false }, moves: [], clocks: { white: 0, black: 0 }, outcome: null,
  })));
  await page.reload();
  await typeMove(page, 'Qb8');
  await page.getByText('You won by checkmate.').first().waitFor();
});

// ------------------------------------------------------------------ settings, accessibility

test('settings are remembered and shared by tabs', {}, async visitor => {
  const page = await visitor.open();
  const other = await visitor.open();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('dialog .setting', { hasText: 'Theme' }).locator('select').selectOption('dark');
  await page.locator('dialog .setting', { hasText: 'Board' }).locator('select').selectOption('wood');
  await page.locator('dialog .setting', { hasText: 'Pieces' }).locator('select').selectOption('plain');
  await page.locator('dialog .setting', { hasText: 'Memory' }).locator('select').selectOption('64');
  equal(await page.locator('dialog .check', { hasText: 'Sound' }).locator('input').isChecked(), false, 'sound');
  const look = one => one.evaluate(() => ({ ...document.documentElement.dataset }));
  await until('the other tab', async () => (await look(other)).theme === 'dark');
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  const { theme, board, pieces } = await look(page);
  equal([theme, board, pieces], ['dark', 'wood', 'plain'], 'look');
  await searches(page);
});

test('two threads where the page is isolated', {}, async visitor => {
  const page = await visitor.open();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('dialog .setting', { hasText: 'Threads' }).locator('select').selectOption('2');
  await page.keyboard.press('Escape');
  await until('the threaded engine', () => page.evaluate(() => globalThis.skua.controller.threaded));
  await searches(page, 8);
  await typeMove(page, 'e4');
  await searches(page, 8);
});

test('keyboard only', {}, async visitor => {
  const page = await visitor.open();
  for (let tries = 0; tries < 30; tries += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)) break;
  }
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-square'));
  equal(await focused(), 'e2', 'the board has one tab stop');
  await page.keyboard.press('Enter');
  check((await live(page)).includes('e2, white pawn selected'), await live(page));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await until('the move', async () => (await moves(page)).join() === 'e4');
  await page.keyboard.press('q');
  equal(await focused(), 'd1', 'q jumps to a queen');
  await page.keyboard.press('s');
  check((await live(page)).includes('White: king e1, queen d1'), await live(page));
  await page.keyboard.press('Tab');
  check(!(await page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)), 'Tab leaves the board');
  await page.locator('.move-field input').focus();
  await page.keyboard.type('f6');
  await page.keyboard.press('Enter');
  await until('the typed move', async () => (await moves(page)).length === 2);
  await page.keyboard.type('last');
  await page.keyboard.press('Enter');
  check((await live(page)).includes('f6'), await live(page));
});

test('axe finds nothing serious', {}, async visitor => {
  const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
  const page = await visitor.open();
  const found = [];
  const scan = async where => {
    await page.evaluate(source);
    const violations = await page.evaluate(async () => (await globalThis.axe.run(document)).violations.map(one => ({ id: one.id, impact: one.impact, nodes: one.nodes.slice(0, 3).map(node => node.target.join(' ')) })));
    for (const one of violations) if (one.impact === 'serious' || one.impact === 'critical') found.push(`${where}: ${one.id} ${one.nodes.join(' | ')}`);
  };
  await openText(page, Games.annotated);
  await page.keyboard.press('ArrowRight');
  await searches(page);
  await scan('analyse');
  await page.getByRole('button', { name: 'Set up' }).click();
  await scan('setting up');
  await page.keyboard.press('Escape');
  for (const name of ['Settings', 'Share', 'Open']) {
    await page.getByRole('button', { name }).first().click();
    await scan(name);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('link', { name: 'Understand' }).click();
  await page.locator('.coach .words').first().waitFor();
  await scan('understand');
  await page.getByRole('link', { name: 'Play' }).click();
  await scan('play');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await scan('game');
  await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
  await scan('game, dark');
  equal(found, [], 'violations');
});

test('the whole board is seen on a phone held sideways', { context: { viewport: { width: 740, height: 360 } } }, async visitor => {
  const page = await visitor.open();
  const fits = async where => {
    const box = await page.locator('.board').boundingBox();
    check(box.y >= 0 && box.y + box.height <= 360 && box.width >= 180, `${where}: ${JSON.stringify(box)}`);
    equal(await page.evaluate(() => document.documentElement.scrollWidth), 740, `${where}: width`);
  };
  await fits('analyse');
  await page.getByRole('button', { name: 'Set up' }).click();
  await fits('setting up');
  await page.getByRole('link', { name: 'Understand' }).click();
  await fits('understand');
  await page.getByRole('link', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await fits('play');
});

test('the buttons below the board are of one size in each mode', { context: { viewport: { width: 1440, height: 900 } } }, async visitor => {
  const page = await visitor.open();
  const heights = async where => {
    const found = await page.locator('.controls button').evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().height)));
    check(found.length === 5 && found.every(height => height === found[0] && height <= 60), `${where}: ${found}`);
  };
  await heights('analyse');
  await page.getByRole('link', { name: 'Understand' }).click();
  await heights('understand');
  await page.getByRole('link', { name: 'Play' }).click();
  await heights('play');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await heights('a game');
});

test('targets are large enough for fingers', { context: { viewport: { width: 360, height: 740 } } }, async visitor => {
  const page = await visitor.open();
  await searches(page, 2);
  const small = await page.evaluate(() => [...document.querySelectorAll('.icon-button, .button, .switch, nav a, select, input')]
    .map(one => ({ name: one.getAttribute('aria-label') ?? one.textContent, ...one.getBoundingClientRect().toJSON() }))
    .filter(one => one.width > 0 && (one.width < 44 || one.height < 44)).map(one => `${one.name} ${Math.round(one.width)}x${Math.round(one.height)}`));
  equal(small, [], 'small targets');
});
