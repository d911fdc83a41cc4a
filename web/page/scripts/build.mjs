// Builds dist/: the page, the engine in a folder named after its contents, and the service worker with the list of all files.
// usage: node scripts/build.mjs      SKUA_ENGINE_DIR names the folder of the package skua-engine (default: ../engine)
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { build } from 'vite';
import { makeOpenings } from './openings.mjs';

const page = fileURLToPath(new URL('..', import.meta.url));
const dist = join(page, 'dist');
const engine = resolve(process.env.SKUA_ENGINE_DIR ?? join(page, '../engine'));

const filesIn = folder =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

// The files of the engine that a browser needs.
function engineFiles() {
  if (!existsSync(join(engine, 'index.js')) || !existsSync(join(engine, 'dist'))) {
    throw new Error(`There is no built engine in ${engine}; run make wasm first, or set SKUA_ENGINE_DIR.`);
  }
  return [join(engine, 'index.js'), ...filesIn(join(engine, 'dist'))];
}

const digest = (files, root) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 10);
};

makeOpenings();
const files = engineFiles();
const engineFolder = `engine-${digest(files, engine)}`;
await build({ root: page, logLevel: 'warn', define: { __ENGINE_FOLDER__: JSON.stringify(engineFolder) }, build: { outDir: dist, emptyOutDir: true } });
for (const file of files) cpSync(file, join(dist, engineFolder, relative(engine, file)));

// service.json is the server's answer to whether it has a service, and never kept.
const kept = filesIn(dist).filter(file => !/\.(map|gz|br)$/.test(file) && relative(dist, file) !== 'service.json');
const list = kept.map(file => [relative(dist, file).split(sep).join('/'), `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`]);
const worker = await transform(readFileSync(join(page, 'src/service_worker.ts'), 'utf8'), {
  loader: 'ts',
  minify: true,
  define: { __VERSION__: JSON.stringify(digest(kept, dist)), __FILES__: JSON.stringify(list) },
});
writeFileSync(join(dist, 'service_worker.js'), worker.code);

// What a visitor downloads.
const sizes = { page: 0, engine: 0 };
for (const file of filesIn(dist)) {
  if (/skua-threads/.test(file)) continue;
  sizes[file.includes(engineFolder) ? 'engine' : 'page'] += gzipSync(readFileSync(file), { level: 9 }).length;
}
const kilobytes = bytes => `${(bytes / 1000).toFixed(0)} kB`;
console.log(`dist/: page ${kilobytes(sizes.page)}, engine without threads ${kilobytes(sizes.engine)} (gzip); ${list.length} files`);
if (sizes.page > 200_000) throw new Error('The page is larger than 200 kB.');
