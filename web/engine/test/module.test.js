// The module, as pages and programs use it.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { createEngine } from '../index.js';
import { problems } from './schema.js';
import { Opera, fileOf } from './support.js';

const schema = JSON.parse(readFileSync(fileOf('../../../docs/analysis.schema.json'), 'utf8'));
const BackRank = { fen: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' };

for (const threads of [1, 2]) {
  const withEngine = (title, run, options = {}) =>
    test(`${threads} thread(s): ${title}`, { timeout: 120_000 }, async () => {
      const engine = await createEngine({ threads, ...options });
      try {
        await run(engine);
      } finally {
        engine.terminate();
      }
    });

  withEngine('plays', async (engine) => {
    assert.equal(engine.threaded, threads > 1);
    const best = await engine.bestMove({ moves: ['e2e4', 'e7e5', 'f1c4', 'b8c6', 'd1h5', 'g8f6'] }, { depth: 4 });
    assert.equal(best.move, 'h5f7');
    assert.deepEqual(await engine.bestMove({ fen: '7k/5KQ1/8/8/8/8/8/8 b - - 0 1' }, { depth: 4 }), { move: null });
    await assert.rejects(engine.bestMove({}, { infinite: true }), TypeError);
  });

  withEngine('analyses line by line', async (engine) => {
    await engine.setOption('UCI_ShowWDL', true);
    const infos = [];
    const search = engine.analyse(BackRank, { depth: 6 }, { multipv: 2 });
    for await (const info of search) { infos.push(info); }
    assert.deepEqual((await search.result).move, 'a1a8');
    const last = infos.filter((info) => info.multipv === 1).pop();
    assert.deepEqual(last.score, { mate: 1 });
    assert.equal(last.wdl.length, 3);
    assert.ok(last.nodes > 0 && last.pv[0] === 'a1a8');
    assert.ok(infos.some((info) => info.multipv === 2));
    const only = engine.analyse({}, { depth: 3 }, { searchmoves: ['h2h3'] });
    assert.equal((await only.result).move, 'h2h3');
  });

  withEngine('what is wrong is said, and changes nothing', async (engine) => {
    const running = engine.analyse({}, { infinite: true });
    for (const [position, limits] of [[undefined, {}], [{ moves: 'e2e4' }, {}], [{}, undefined], [{}, { depth: NaN }],
      [{}, { depth: '3\nquit' }], [{}, { nodes: -1 }]]) {
      assert.throws(() => engine.analyse(position, limits), TypeError);
    }
    await assert.rejects(engine.bestMove({}, undefined), /limits are an object/);
    await assert.rejects(engine.explain({}, { moves: 'e4' }), /moves must be an array/);
    await assert.rejects(engine.tablebase(), /a position is an object/);
    const [first] = await Promise.all([running[Symbol.asyncIterator]().next(), engine.stop()]);
    assert.equal(first.done, false, 'the search that ran was not touched');
    assert.ok((await running.result).move);
    // The loop hears of it, too.
    for (const [position, options] of [[{ fen: 'nonsense' }, {}], [{ moves: ['e2e5'] }, {}], [{}, { multipv: 0 }]]) {
      const search = engine.analyse(position, { depth: 3 }, options);
      await assert.rejects(async () => { for await (const info of search) { assert.fail(info); } }, /FEN|not legal|MultiPV/);
      await assert.rejects(search.result, /FEN|not legal|MultiPV/);
    }
    assert.ok((await engine.bestMove({}, { depth: 2, wtime: -5 })).move);
  });

  withEngine('the latest search wins, and each gets its best move', async (engine) => {
    const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6'];
    const lines = [];
    engine.onLine((line) => { if (line.startsWith('bestmove')) { lines.push(line); } });
    const searches = [];
    for (let i = 0; i < 40; ++i) { searches.push(engine.analyse({ moves: moves.slice(0, i % 7) }, { infinite: true })); }
    const last = engine.analyse({ moves }, { depth: 5 });
    const results = await Promise.all([...searches, last].map((search) => search.result));
    assert.equal(results.length, 41);
    assert.ok(results.every((best) => best.move));
    assert.equal(lines.length, 41);
  });

  withEngine('stop, leaving the loop and a signal end a search', async (engine) => {
    const stopped = engine.analyse({}, {});
    setTimeout(() => engine.stop(), 30);
    assert.ok((await stopped.result).move);

    const left = engine.analyse({}, { infinite: true });
    for await (const info of left) { if (info.depth >= 3) { break; } }
    assert.ok((await left.result).move);

    const controller = new AbortController();
    const aborted = engine.analyse({}, { infinite: true }, { signal: controller.signal });
    controller.abort();
    assert.ok((await aborted.result).move);

    const second = new AbortController();
    const best = engine.bestMove({}, { movetime: 100_000 }, { signal: second.signal });
    setTimeout(() => second.abort(), 20);
    await assert.rejects(best, { name: 'AbortError' });
  });

  withEngine('refuses with the reason, and goes on', async (engine) => {
    await assert.rejects(engine.setOption('Hash', 'many'), /Hash/);
    await assert.rejects(engine.setOption('No such option', 1), /No such option/);
    await assert.rejects(engine.analyse({ fen: 'nonsense' }, { depth: 1 }).result, /FEN|fen|position/i);
    await assert.rejects(engine.analyse({ moves: ['e2e5'] }, { depth: 1 }).result, /e2e5/);
    await assert.rejects(engine.explain({}, { moves: ['Ke5'] }), /Ke5/);
    await assert.rejects(engine.analyseGame('1. e5'), /.+/);
    await assert.rejects(engine.analyseGame(''), /.+/);
    engine.send('nonsense\nposition fen nonsense');
    await engine.setOption('Hash', 8);
    await engine.newGame();
    assert.ok((await engine.bestMove({}, { depth: 2 })).move);
  });

  withEngine('Chess960', async (engine) => {
    const fen = 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9';
    assert.ok((await engine.bestMove({ fen, chess960: true }, { depth: 3 })).move);
    assert.ok((await engine.bestMove({}, { depth: 3 })).move);
  });

  withEngine('explains positions while it searches', async (engine) => {
    const search = engine.analyse({}, { infinite: true });
    const explained = await engine.explain(BackRank, { moves: ['Ra5'], nodes: 3000 });
    assert.deepEqual(problems(schema, explained), []);
    assert.equal(explained.best.uci, 'a1a8');
    assert.equal(explained.moves.length, 1);
    engine.stop();
    assert.ok((await search.result).move);
  });

  withEngine('analyses a game, with progress', async (engine) => {
    const seen = [];
    const analysis = await engine.analyseGame(Opera, { nodes: 1500, onProgress: (done, all) => seen.push([done, all]) });
    assert.deepEqual(problems(schema, analysis), []);
    assert.equal(analysis.games[0].moves.length, 33);
    assert.equal(analysis.limits.nodes, 1500);
    assert.deepEqual(seen.at(-1), [66, 66]);
    assert.ok(seen.length > 30);
  });

  withEngine('cancels an analysis, and does the next one', async (engine) => {
    const controller = new AbortController();
    const cancelled = engine.analyseGame(Opera, { nodes: 50_000_000, signal: controller.signal });
    const queued = engine.explain(BackRank, { nodes: 1000 });
    const never = new AbortController();
    const dropped = engine.explain({}, { signal: never.signal });
    never.abort();
    await assert.rejects(dropped, { name: 'AbortError' });
    setTimeout(() => controller.abort(), 100);
    await assert.rejects(cancelled, { name: 'AbortError' });
    assert.equal((await queued).best.uci, 'a1a8');
  });

  withEngine('reads tablebases from bytes', async (engine) => {
    const folder = fileOf('../../../tests/data/syzygy');
    for (const name of readdirSync(folder).filter((file) => /\.rtb[wz]$/.test(file))) {
      await engine.addFile(`syzygy/${name}`, readFileSync(`${folder}/${name}`));
    }
    await engine.setOption('SyzygyPath', 'syzygy');
    const search = engine.analyse({ fen: '8/8/8/8/8/4k3/4p3/4K3 b - - 0 1' }, { depth: 5 });
    let last;
    for await (const info of search) { last = info; }
    assert.ok(last.tbhits > 0);
    assert.ok(last.score.cp >= 19_000, JSON.stringify(last));
    const explained = await engine.explain({ fen: '8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1' }, { nodes: 1000 });
    assert.deepEqual(problems(schema, explained), []);
    await assert.rejects(engine.setOption('SyzygyPath', 'elsewhere'), /elsewhere/);
  });

  withEngine('looks positions up in tablebases, also during a search', async (engine) => {
    await assert.rejects(engine.tablebase({}), /tb needs tables/);
    for (const name of ['KPvK.rtbw', 'KPvK.rtbz', 'KQvK.rtbw', 'KRvK.rtbw', 'KBvK.rtbw', 'KNvK.rtbw']) {
      await engine.addFile(`syzygy/${name}`, readFileSync(fileOf(`../../../tests/data/syzygy/${name}`)));
    }
    await engine.setOption('SyzygyPath', 'syzygy');
    const search = engine.analyse({}, { infinite: true });
    const found = await engine.tablebase({ fen: '4k3/8/4K3/4P3/8/8/8/8 b - - 0 1', moves: ['e8d8'] });
    assert.equal(found.wdl, 2);
    assert.equal(found.moves.length, 5);
    assert.deepEqual(found.moves[0], { uci: 'e6f7', san: 'Kf7', wdl: 2, dtz: 3 });
    assert.ok((await search.result).move);
    // Without a distance table only the outcome is known.
    const queen = await engine.tablebase({ fen: '8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1' });
    assert.deepEqual([queen.wdl, queen.dtz], [2, null]);
    await assert.rejects(engine.tablebase({ fen: '8/8/8/3k4/8/8/4QQ2/4K3 w - - 0 1' }), /4 pieces/);
    await assert.rejects(engine.tablebase({ fen: 'nonsense' }), /.+/);
    assert.ok((await engine.bestMove({}, { depth: 3 })).move);
  });

  withEngine('has the opening book, and plays from others', async (engine) => {
    await engine.setOption('OwnBook', true);
    const lines = [];
    engine.onLine((line) => lines.push(line));
    await engine.bestMove({}, { movetime: 1000 });
    assert.ok(lines.some((line) => /info string .*book/.test(line)), lines.join('\n'));
    await engine.addFile('my-book.bin', readFileSync(fileOf('../../../data/skua-book.bin')));
    await engine.setOption('BookFile', 'my-book.bin');
    await engine.addFile('network.nnue', readFileSync(fileOf('../../../data/skua.nnue')));
    await engine.setOption('EvalFile', 'network.nnue');
    assert.ok((await engine.bestMove({}, { movetime: 1000 })).move);
  });

  withEngine('ends what is waited for when it is terminated', async (engine) => {
    const search = engine.analyse({}, { infinite: true });
    const explained = engine.explain({});
    setTimeout(() => engine.terminate(), 50);
    await assert.rejects(search.result, /terminated/);
    await assert.rejects(explained, /terminated/);
    await assert.rejects(async () => { for await (const info of search) { assert.ok(info); } }, /terminated/);
    await assert.rejects(engine.setOption('Hash', 1), /terminated/);
    await assert.rejects(engine.tablebase({}), /terminated/);
    await assert.rejects(engine.analyse({}, { depth: 1 }).result, /terminated/);
  });

  withEngine('ends by quit, which is no crash', async (engine) => {
    engine.send('isready\nquit');
    await assert.rejects(engine.newGame(), /terminated/);
  }, { onCrash: (reason) => assert.fail(reason) });
}

test('a missing file is reported', async () => {
  await assert.rejects(createEngine({ base: '/nowhere' }), /.+/);
});
