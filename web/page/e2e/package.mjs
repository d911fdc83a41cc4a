// The engine's package in the pages of others: bundled by Vite, and as a plain module and worker script.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { equal, test } from './harness.mjs';

const engine = resolve(process.env.SKUA_ENGINE_DIR ?? fileURLToPath(new URL('../../engine', import.meta.url)));

const script = source => `
import { createEngine } from '${source}';
const found = [];
for (const threads of [1, 2]) {
  const engine = await createEngine({ threads });
  const { move } = await engine.bestMove({ fen: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' }, { depth: 4 });
  found.push(move, engine.threaded);
  engine.terminate();
}
document.documentElement.dataset.ready = JSON.stringify(found);
`;
const page = (body, head = '') => `<!doctype html><meta charset="utf-8"><title>User</title><link rel="icon" href="data:,">${head}${body}`;

const folder = mkdtempSync(join(tmpdir(), 'skua-user-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

// A project that has the package in its node_modules; what is served is its dist/.
async function bundled() {
  const root = join(folder, 'bundled');
  const installed = join(root, 'node_modules/skua-engine');
  mkdirSync(installed, { recursive: true });
  for (const name of ['package.json', 'index.js', 'index.d.ts', 'dist']) cpSync(join(engine, name), join(installed, name), { recursive: true });
  writeFileSync(join(root, 'index.html'), page('<script type="module" src="/main.js"></script>'));
  writeFileSync(join(root, 'main.js'), script('skua-engine'));
  await build({ root, base: './', logLevel: 'error', configFile: false, build: { target: 'es2022', reportCompressedSize: false } });
  return join(root, 'dist');
}

function plain() {
  const root = join(folder, 'plain');
  mkdirSync(root, { recursive: true });
  for (const name of ['index.js', 'dist']) cpSync(join(engine, name), join(root, name), { recursive: true });
  writeFileSync(join(root, 'index.html'), page(`<script type="module">${script('./index.js')}</script>`));
  writeFileSync(join(root, 'worker.html'), page(`<script>
const worker = new Worker('dist/skua.js');
worker.onmessage = ({ data }) => { if (data.startsWith('bestmove')) document.documentElement.dataset.ready = data; };
for (const line of ['uci', 'position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1', 'go depth 4']) worker.postMessage(line);
</script>`));
  return root;
}

const answer = async visitor => (await visitor.open()).evaluate(() => document.documentElement.dataset.ready);

test('the package, bundled by Vite', { folder: bundled, path: '/below' }, async visitor => {
  equal(await answer(visitor), '["a1a8",false,"a1a8",true]', 'best moves, and which engine has threads');
});

test('the package as it is', { folder: plain }, async visitor => {
  equal(await answer(visitor), '["a1a8",false,"a1a8",true]', 'best moves, and which engine has threads');
  const other = await visitor.open('worker.html');
  equal(await other.evaluate(() => document.documentElement.dataset.ready), 'bestmove a1a8', 'the worker script');
});
