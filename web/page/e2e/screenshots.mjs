// Takes the pictures of docs/web.md from dist/.      usage: node e2e/screenshots.mjs [folder]
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../scripts/serve.mjs';
import { Games, openText, searches, typeMove } from './actions.mjs';
import { folder, until } from './harness.mjs';

const target = process.argv[2] ?? fileURLToPath(new URL('../../../docs/images', import.meta.url));
const { server, address } = await serve({ folder });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

async function visit(width, height, colorScheme, hash = '') {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(address + hash);
  await page.waitForSelector('html[data-ready]');
  return page;
}

async function keep(page, name) {
  await page.mouse.move(2, 2);
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${target}/${name}.png` });
}

const wide = await visit(1280, 800, 'light');
await openText(wide, Games.short);
for (let count = 0; count < 8; count += 1) {
  await wide.keyboard.press('ArrowRight');
  await searches(wide, 9);
}
await searches(wide, 13);
await keep(wide, 'web-analyse');

const editor = await visit(1280, 800, 'light', '#analyse?fen=8/8/4k3/8/2R5/4K3/8/8_w_-_-_0_1');
const tables = fileURLToPath(new URL('../../../tests/data/syzygy/', import.meta.url));
await editor.getByTestId('tables').setInputFiles(['KRvK.rtbw', 'KRvK.rtbz'].map(name => tables + name));
await editor.getByText('White to move wins.').waitFor();
await searches(editor, 13);
await keep(editor, 'web-tablebase');
await editor.getByRole('button', { name: 'Set up' }).click();
await keep(editor, 'web-editor');
await editor.context().close();

await wide.emulateMedia({ colorScheme: 'dark' });
await wide.getByRole('link', { name: 'Understand' }).click();
await wide.getByRole('button', { name: 'Analyse the game' }).click();
await wide.locator('.graph').waitFor();
await wide.locator('.moments li', { hasText: 'Nxf7' }).locator('.moment').click();
await wide.locator('.coach .words').first().waitFor();
await until('the coach', async () => (await wide.locator('.coach').getAttribute('aria-busy')) === 'false', 120_000);
await wide.locator('.panel').evaluate(panel => (panel.scrollTop = 0));
await keep(wide, 'web-understand');
await wide.locator('.report').evaluate(report => report.scrollIntoView());
await keep(wide, 'web-report');
await wide.context().close();

const phone = await visit(360, 740, 'light', '#understand?fen=r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR_w_KQkq_-_4_4&moves=g1f3');
await phone.locator('.coach .words').first().waitFor();
await phone.waitForTimeout(4000);
await keep(phone, 'web-phone');
await phone.goto(`${address}#play`);
await keep(phone, 'web-phone-play');
await phone.context().close();

const tablet = await visit(768, 1024, 'dark', '#play');
await tablet.getByRole('button', { name: 'Start the game' }).click();
for (const [index, move] of ['e4', 'Nf3'].entries()) {
  await typeMove(tablet, move);
  await until('an answer', async () => (await tablet.locator('.move-list .move').count()) === 2 * (index + 1)).catch(() => undefined);
}
await tablet.evaluate(() => scrollTo(0, 0));
await keep(tablet, 'web-tablet');
await browser.close();
server.close();
process.exit();
