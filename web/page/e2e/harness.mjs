// Runs tests in Debian's Chromium, one after the other, each in a fresh profile. A test fails by an exception, an error in
// the console, or a request to another host.
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../scripts/serve.mjs';

export const folder = fileURLToPath(new URL('../dist', import.meta.url));
const output = fileURLToPath(new URL('./output', import.meta.url));
const Browser = process.env.CHROMIUM ?? '/usr/bin/chromium';
const Patience = Number(process.env.PATIENCE ?? 30_000);

const tests = [];
// options: short (part of the short run), isolated, path, folder (what is served, instead of dist/), serve (who serves instead), offline (with service worker), allowed (expected console errors)
export function test(name, options, run) {
  tests.push({ name, options, run });
}

export function check(condition, words) {
  if (!condition) throw new Error(words);
}

export function equal(found, wanted, words = 'value') {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${words}: expected ${b}, found ${a}`);
}

// Waits until the function gives something true.
export async function until(words, condition, patience = Patience) {
  const end = Date.now() + patience;
  for (;;) {
    let found;
    try {
      found = await condition();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited in vain: ${words}`);
    await new Promise(done => setTimeout(done, 50));
  }
}

class Visitor {
  constructor(context, address, problems) {
    this.context = context;
    this.address = address;
    this.problems = problems;
  }

  async open(hash = '', options = {}) {
    const page = await this.context.newPage();
    page.setDefaultTimeout(Patience);
    page.on('console', message => {
      if (message.type() === 'error') this.problems.push(`console: ${message.text()}`);
    });
    page.on('pageerror', error => this.problems.push(`exception: ${error.stack ?? error.message}`));
    await page.goto(this.address + hash);
    if (options.wait !== false) await page.waitForSelector('html[data-ready]');
    return page;
  }
}

async function runOne({ name, options, run }, browser) {
  const { server, address } = await (options.serve ?? serve)({ folder: (await options.folder?.()) ?? folder, isolated: options.isolated ?? true, path: options.path ?? '/' });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 }, serviceWorkers: options.offline ? 'allow' : 'block', ...options.context,
  });
  const problems = [];
  const host = new URL(address).host;
  context.on('request', request => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.host !== host) problems.push(`request to ${url.host}`);
  });
  const visitor = new Visitor(context, address, problems);
  const begin = Date.now();
  try {
    await run(visitor, { server });
    const unexpected = problems.filter(problem => !(options.allowed ?? []).some(pattern => pattern.test(problem)));
    if (unexpected.length > 0) throw new Error(unexpected.slice(0, 5).join('\n'));
    console.log(`ok    ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`FAIL  ${name}: ${error.message.split('\n').slice(0, 6).join('\n      ')}${problems.length > 0 ? `\n      ${problems.slice(0, 3).join('\n      ')}` : ''}`);
    mkdirSync(output, { recursive: true });
    const [page] = context.pages();
    await page?.screenshot({ path: `${output}/${name.replace(/\W+/g, '-')}.png` }).catch(() => undefined);
    return false;
  } finally {
    await context.close().catch(() => undefined);
    server.closeAllConnections?.();
    server.close();
  }
}

export async function runAll({ short, only }) {
  if (!existsSync(folder)) throw new Error('There is no dist/; run npm run build first.');
  const chosen = tests.filter(({ name, options }) => (!short || options.short) && (!only || name.includes(only)));
  const browser = await chromium.launch({ executablePath: Browser, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  let failures = 0;
  for (const one of chosen) if (!(await runOne(one, browser))) failures += 1;
  await browser.close();
  console.log(failures === 0 ? `${chosen.length} tests passed` : `${failures} of ${chosen.length} tests failed`);
  return failures === 0;
}
