// The worker scripts as they are: lines of UCI in, lines back.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BenchCommand, RawWorker, benchNodes, nativeBench } from './support.js';

for (const name of ['skua.js', 'skua-threads.js']) {
  const withWorker = (title, run) => test(`${name}: ${title}`, { timeout: 120_000 }, async () => {
    const worker = new RawWorker(name);
    try {
      await run(worker);
    } finally {
      await worker.terminate();
    }
  });

  withWorker('handshake', async (worker) => {
    worker.send('uci', 'isready');
    assert.match(await worker.line(/^id name/), /^id name Skua /);
    await worker.line(/^uciok$/);
    await worker.line(/^readyok$/);
    assert.match(await worker.line(/^option name Threads /), name === 'skua.js' ? /max 1$/ : /max 32$/);
    assert.equal(worker.count(/^option name Hash /), 1);
  });

  withWorker('every go gets one bestmove', async (worker) => {
    worker.send('go depth 3');
    await worker.line(/^bestmove/);
    // Not waiting in between: each new command ends the search before it.
    worker.send('go infinite', 'go infinite', 'position startpos moves e2e4', 'go nodes 1000', 'stop', 'isready');
    await worker.line(/^readyok/);
    worker.send('go movetime 50');
    while (worker.count(/^bestmove/) < 5) { await worker.line(/^bestmove/, worker.lines.length); }
    worker.send('stop', 'stop', 'uci');
    await worker.line(/^uciok/);
    assert.equal(worker.count(/^bestmove/), 5);
  });

  withWorker('hears stop during a search', async (worker) => {
    worker.send('go infinite');
    await worker.line(/^info depth 6 /);
    worker.send('isready');
    await worker.line(/^readyok/);
    assert.equal(worker.count(/^bestmove/), 0);
    worker.send('stop');
    await worker.line(/^bestmove/);
  });

  withWorker('an infinite search with a forced end waits for stop', async (worker) => {
    worker.send('position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1', 'go infinite depth 2');
    await worker.line(/^info depth 2 /);
    worker.send('isready');
    await worker.line(/^readyok/);
    assert.equal(worker.count(/^bestmove/), 0);
    worker.send('stop');
    assert.match(await worker.line(/^bestmove/), /^bestmove g6g7/);
  });

  withWorker('answers bad input with one message each, and lives', async (worker) => {
    const bad = ['nonsense', 'position fen 8/8/8', 'position startpos moves e2e5', 'setoption name Hash value many',
      'setoption name Nothing value 1', 'perft 0', 'explain Ke9'];
    worker.send(...bad, '', 'x'.repeat(2_000_000), 'isready');
    await worker.line(/^readyok/);
    assert.equal(worker.count(/^info string error: /), bad.length + 1);
    worker.worker.postMessage({ unknown: true });
    worker.send('go depth 1');
    await worker.line(/^bestmove/);
  });

  withWorker('counts the same nodes as the program', async (worker) => {
    worker.send('perft 4');
    assert.match(await worker.line(/^Nodes searched/), /: 197281$/);
    worker.send(BenchCommand);
    const line = await worker.line(/^=== Benchmark complete/);
    assert.equal(benchNodes(line), nativeBench() ?? benchNodes(line));
  });

  withWorker('ends by quit', async (worker) => {
    const ended = new Promise((resolve) => { worker.worker.on('exit', resolve); });
    worker.send('go infinite', 'quit');
    assert.equal(await ended, 0);
    assert.equal(worker.count(/^bestmove/), 1);
  });
}
