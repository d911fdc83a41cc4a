// What users do, for the tests.
import { until } from './harness.mjs';

export const Games = {
  short: `[White "Ann"]\n[Black "Ben"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n`,
  annotated: `[White "Ann"]\n[Black "Ben"]\n\n1. e4 $1 {A start} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 *\n`,
};

// The middle of a square on the screen.
export async function square(page, name) {
  const box = await page.locator('.board').boundingBox();
  const black = (await page.locator('.orientation-black').count()) > 0;
  let file = name.charCodeAt(0) - 97;
  let row = 8 - Number(name[1]);
  if (black) [file, row] = [7 - file, 7 - row];
  return { x: box.x + ((file + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
}

export async function clickMove(page, from, to) {
  for (const name of [from, to]) {
    const { x, y } = await square(page, name);
    await page.mouse.click(x, y);
  }
}

export async function dragMove(page, from, to) {
  const [a, b] = [await square(page, from), await square(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

export async function typeMove(page, text) {
  await page.locator('.move-field input').fill(text);
  await page.locator('.move-field input').press('Enter');
}

export async function openText(page, text) {
  await page.getByRole('button', { name: 'Open' }).first().click();
  await page.locator('dialog textarea').fill(text);
  await page.locator('dialog').getByRole('button', { name: 'Open', exact: true }).click();
}

export const moves = page => page.locator('.move-list .row .move').evaluateAll(all => all.map(one => one.firstChild?.textContent ?? ''));
export const status = page => page.getByTestId('engine-status').innerText();
export const depth = async page => Number(/Depth (\d+)/.exec(await status(page))?.[1] ?? 0);
export const searches = (page, least = 6) => until('the engine searches', async () => (await depth(page)) >= least);
export const live = page => page.getByTestId('live').textContent();
export const boardText = page => page.locator('.grid-board button').evaluateAll(all => all.map(one => one.getAttribute('aria-label')).filter(text => !text.includes('empty')).sort().join('; '));
export const stands = async (page, text) => (await boardText(page)).includes(text);
