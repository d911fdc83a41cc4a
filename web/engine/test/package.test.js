// What `npm pack` would publish, and whether the lines in the README work with it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { fileOf } from './support.js';

const root = fileOf('..');
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const hasNpm = spawnSync('npm', ['--version']).status === 0;

function run(program, args, cwd) {
  const done = spawnSync(program, args, { cwd, encoding: 'utf8', timeout: 100_000 });
  assert.equal(done.status, 0, done.stderr);
  return done.stdout;
}

test('it can not be published by accident, and has the version of the engine', () => {
  assert.equal(about.private, true);
  assert.equal(about.license, 'GPL-3.0-or-later');
  const cmake = readFileSync(fileOf('../../../CMakeLists.txt'), 'utf8');
  assert.equal(about.version, /project\(skua VERSION ([\d.]+)/.exec(cmake)[1]);
});

test('npm packs it, and the ten lines of the README work', { timeout: 120_000, skip: !hasNpm && 'npm is missing' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'skua-engine-'));
  try {
    const [packed] = JSON.parse(run('npm', ['pack', '--json', '--offline', '--pack-destination', folder], root));
    assert.deepEqual(packed.files.map((file) => file.path).sort(), [
      'COPYING', 'README.md', 'dist/package.json', 'dist/skua-threads.js', 'dist/skua-threads.wasm',
      'dist/skua-threads.worker.js', 'dist/skua.js', 'dist/skua.wasm', 'index.d.ts', 'index.js', 'package.json',
    ]);
    mkdirSync(join(folder, 'node_modules'));
    run('tar', ['xzf', packed.filename, '-C', 'node_modules'], folder);
    run('mv', ['node_modules/package', 'node_modules/skua-engine'], folder);
    const [, lines] = /## Ten lines\n\n```js\n(.*?)```/s.exec(readFileSync(join(root, 'README.md'), 'utf8'));
    writeFileSync(join(folder, 'example.mjs'), lines);
    const output = run('node', ['example.mjs'], folder);
    assert.match(output, /^10 \{ cp: -?\d+ \} \w{4}/m);
    assert.match(output, /^Play \w{4}\. About f6:/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('it is a program in Node', { timeout: 60_000 }, () => {
  for (const script of ['skua.js', 'skua-threads.js']) {
    assert.match(run('node', [join(root, 'dist', script), 'perft', '3']), /Nodes searched: 8902/);
    const session = spawnSync('node', [join(root, 'dist', script)], {
      input: 'uci\nisready\nposition startpos moves e2e4\ngo depth 3\n', encoding: 'utf8', timeout: 50_000,
    });
    assert.equal(session.status, 0, session.stderr);
    assert.match(session.stdout, /uciok\nreadyok\n(info .*\n)+bestmove /);
  }
});
