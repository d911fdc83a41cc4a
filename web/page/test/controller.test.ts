import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineController, type Phase } from '../src/engine/controller';
import { explainJob, probeJob, searchJob } from '../src/engine/jobs';
import type { Info } from 'skua-engine';
import { fakeEngines } from './fake_engine';

const search = (name: string, infos: string[] = [], options: Record<string, number> = {}) =>
  searchJob({
    position: { fen: name },
    limits: { infinite: true },
    options,
    onInfo: (info: Info) => void infos.push(`${name} ${info.depth}`),
  });

describe('EngineController', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  it('starts with the first request and passes on what the search says', async () => {
    const { create, engines } = fakeEngines({});
    const phases: Phase[] = [];
    const controller = new EngineController(create, phase => phases.push(phase));
    const infos: string[] = [];
    controller.request(search('a', infos));
    await pass(100);
    expect(phases).toEqual(['starting', 'idle', 'searching']);
    expect(infos).toEqual(['a 1', 'a 2', 'a 3', 'a 4']);
    expect(engines).toHaveLength(1);
  });

  it('never runs two searches, and lets the latest request win', async () => {
    const { create, engines } = fakeEngines({});
    const controller = new EngineController(create);
    const infos: string[] = [];
    controller.request(search('a', infos));
    await pass(100);
    for (let step = 0; step < 200; step += 1) controller.request(search(`p${step}`, infos));
    await pass(100);
    expect(engines[0]?.mostSearching).toBe(1);
    expect(engines[0]?.log.filter(line => line.startsWith('go'))).toEqual(['go a', 'go p199']);
    expect(infos.at(-1)).toBe('p199 4');
    expect(controller.phase).toBe('searching');
    expect(controller.replaced).toBe(0);
  });

  it('stays alive when 200 positions are stepped in five seconds', async () => {
    const { create, engines } = fakeEngines({});
    const controller = new EngineController(create);
    const infos: string[] = [];
    for (let step = 0; step < 200; step += 1) {
      controller.request(search(`p${step}`, infos));
      await pass(25);
    }
    await pass(100);
    expect(infos.at(-1)).toBe('p199 4');
    expect(engines[0]?.mostSearching).toBe(1);
  });

  it('stops and becomes idle', async () => {
    const { create } = fakeEngines({});
    const controller = new EngineController(create);
    controller.request(search('a'));
    await pass(100);
    controller.request(null);
    expect(controller.phase).toBe('stopping');
    await pass(10);
    expect(controller.phase).toBe('idle');
  });

  it('replaces an engine that does not answer, and searches the same', async () => {
    const { create, engines } = fakeEngines({ silentSearch: true }, {});
    const controller = new EngineController(create);
    const infos: string[] = [];
    controller.request(search('a', infos));
    await pass(2900);
    expect(engines).toHaveLength(1);
    await pass(300);
    expect(engines).toHaveLength(2);
    expect(engines[0]?.terminated).toBe(true);
    expect(infos.at(-1)).toBe('a 4');
  });

  it('replaces an engine that does not stop, and does the new job', async () => {
    const { create, engines } = fakeEngines({ deafToStop: true }, {});
    const controller = new EngineController(create);
    const infos: string[] = [];
    controller.request(search('a', infos));
    await pass(100);
    controller.request(search('b', infos));
    await pass(1100);
    expect(engines).toHaveLength(2);
    expect(infos.at(-1)).toBe('b 4');
  });

  it('notices that an engine died in the middle of a search', async () => {
    const { create, engines } = fakeEngines({ deafHeartbeat: true }, {});
    const controller = new EngineController(create);
    controller.request(search('a'));
    await pass(8000);
    expect(engines).toHaveLength(2);
    await pass(60_000);
    expect(engines).toHaveLength(2);
    expect(controller.phase).toBe('searching');
  });

  it('replaces an engine that reports a crash', async () => {
    const { create, engines } = fakeEngines({}, {});
    const controller = new EngineController(create);
    const infos: string[] = [];
    controller.request(search('a', infos));
    await pass(100);
    engines[0]?.settings.onCrash?.('out of memory');
    await pass(100);
    expect(engines).toHaveLength(2);
    expect(infos).toHaveLength(8);
  });

  it('gives up after several failures, says why, and tries again when asked', async () => {
    const { create, engines } = fakeEngines({ failsToStart: true }, { failsToStart: true }, { failsToStart: true }, { failsToStart: true }, {});
    const controller = new EngineController(create);
    let reason = '';
    const infos: string[] = [];
    const job = search('a', infos);
    job.onError = why => { reason = why; };
    controller.request(job);
    await pass(1000);
    expect(controller.phase).toBe('failed');
    expect(reason).toBe('no memory');
    expect(engines).toHaveLength(4);
    controller.request(search('b', infos));
    await pass(100);
    expect(infos.at(-1)).toBe('b 4');
  });

  it('sets only the options that changed, and all of them again after a replacement', async () => {
    const { create, engines } = fakeEngines({}, {});
    const controller = new EngineController(create);
    controller.request(search('a', [], { Hash: 32, MultiPV: 2 }));
    await pass(100);
    controller.request(search('b', [], { Hash: 32, MultiPV: 3 }));
    await pass(100);
    expect(engines[0]?.log.filter(line => line.startsWith('setoption'))).toEqual(['setoption Hash 32', 'setoption MultiPV 2', 'setoption MultiPV 3']);
    controller.restart();
    await pass(100);
    expect(engines[1]?.options).toEqual(new Map([['Hash', 32], ['MultiPV', 3]]));
  });

  it('starts another engine for another number of threads', async () => {
    const { create, engines } = fakeEngines({}, {});
    const controller = new EngineController(create);
    controller.request(search('a'));
    await pass(100);
    controller.setThreads(4);
    await pass(100);
    expect(engines[1]?.settings.threads).toBe(4);
    expect(engines[1]?.log).toEqual(['go a']);
  });

  it('drops an explanation for which the user did not wait', async () => {
    const { create } = fakeEngines({ explainTime: 5000 });
    const controller = new EngineController(create);
    const done: unknown[] = [];
    const errors: string[] = [];
    const explain = (fen: string) => explainJob({
      position: { fen }, moves: [], nodes: 1, options: {}, onDone: answer => void done.push(answer), onError: why => void errors.push(why),
    });
    controller.request(explain('a'));
    await pass(1000);
    controller.request(explain('b'));
    await pass(6000);
    expect(done).toEqual([{ fen: 'b', threats: [], best: null, moves: [] }]);
    expect(errors).toEqual([]);
  });

  it('ends the engine when it is closed', async () => {
    const { create, engines } = fakeEngines({});
    const controller = new EngineController(create);
    controller.request(search('a'));
    await pass(5);
    controller.close();
    await pass(100);
    expect(engines[0]?.terminated).toBe(true);
    expect(controller.phase).toBe('off');
  });

  it('prepares every engine before its first job', async () => {
    const { create, engines } = fakeEngines({ deafToStop: true }, {});
    const controller = new EngineController(create);
    controller.setPreparation(engine => engine.addFile('syzygy/KRvK.rtbw', new Uint8Array()));
    controller.request(search('a'));
    await pass(100);
    expect(engines[0]?.log).toEqual(['file syzygy/KRvK.rtbw', 'go a']);
    controller.request(search('b'));
    await pass(1200);
    expect(engines[1]?.log).toEqual(['file syzygy/KRvK.rtbw', 'go b']);
    controller.setPreparation(undefined);
    await pass(100);
    expect(engines[2]?.log).toEqual(['go b']);
  });

  it('counts a failed preparation as a failed start', async () => {
    const { create, engines } = fakeEngines({});
    const controller = new EngineController(create);
    controller.setPreparation(() => Promise.reject(new Error('no memory')));
    controller.request(search('a'));
    await pass(200);
    expect([controller.phase, controller.reason]).toEqual(['failed', 'no memory']);
    expect(engines.every(engine => engine.terminated)).toBe(true);
  });

  it('asks the tablebases before a search, and without one', async () => {
    const { create, engines } = fakeEngines({});
    const controller = new EngineController(create);
    const answers: string[] = [];
    const probe = { onResult: ({ wdl }: { wdl: number }) => void answers.push(`${wdl}`), onUnknown: (reason: string) => void answers.push(reason) };
    controller.request(searchJob({ position: { fen: 'a' }, limits: { depth: 1 }, options: {}, probe }));
    await pass(100);
    expect(engines[0]?.log).toEqual(['tablebase a', 'go a']);
    controller.request(probeJob({}, {}, probe));
    await pass(100);
    expect(answers).toEqual(['2', 'unknown']);
    expect(controller.phase).toBe('idle');
  });
});
