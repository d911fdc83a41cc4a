import { afterEach, expect, test, vi } from 'vitest';
import { isService, serviceEngine } from '../src/engine/service';
import { FakeEngine } from './fake_engine';

// The service's end of a WebSocket.
class FakeSocket {
  static OPEN = 1;
  static last: FakeSocket;
  readyState = 1;
  sent: { op: string; id: string; position?: object; limits?: object }[] = [];
  onopen: () => void = () => undefined;
  onclose: (() => void) | null = null;
  onmessage: (event: { data: string }) => void = () => undefined;

  constructor(readonly address: string) {
    FakeSocket.last = this;
    setTimeout(() => this.onopen());
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FakeSocket['sent'][number]);
  }
  close(): void {
    this.readyState = 3;
  }
  tell(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const Figures = { depth: 5, seldepth: 7, nodes: 100, nps: 1000, time: 10, hashfull: 1, tbhits: 0 };
const line = (score: object): object => ({ score, wdl: { white: 700, draw: 200, black: 100 }, line: ['e7e5', 'g1f3'] });

async function connected(options: { onCrash?: (reason: string) => void } = {}) {
  vi.stubGlobal('WebSocket', FakeSocket);
  const devices: FakeEngine[] = [];
  const engine = await serviceEngine('http://here/x/', settings => {
    const device = new FakeEngine(settings, {});
    devices.push(device);
    return Promise.resolve(device);
  })(options);
  return { engine, socket: FakeSocket.last, devices };
}

afterEach(() => vi.unstubAllGlobals());

test('a search gives the view of the side to move', async () => {
  const { engine, socket } = await connected();
  expect(socket.address).toBe('ws://here/x/v1/ws');
  const search = engine.analyse({ moves: ['e2e4'] }, { movetime: 500 }, { multipv: 2 });
  expect(socket.sent[0]).toEqual({ op: 'analyse', id: '1', position: { startpos: true, moves: ['e2e4'], chess960: false }, limits: { movetime: 500, multipv: 2 } });
  socket.tell({ id: '1', event: 'accepted' });
  socket.tell({ id: '1', event: 'info', ...Figures, lines: [line({ cp: 30 }), line({ mate: -3 })] });
  socket.tell({ id: '1', event: 'result', ...Figures, lines: [line({ tb: 12 })], move: 'e7e5', ponder: 'g1f3' });
  const infos = [];
  for await (const info of search) infos.push(info);
  expect(infos.map(info => info.score)).toEqual([{ cp: -30 }, { mate: 3 }, { cp: -19_988 }]);
  expect(infos[0]?.wdl).toEqual([100, 200, 700]);
  expect(infos[1]?.multipv).toBe(2);
  expect(await search.result).toEqual({ move: 'e7e5', ponder: 'g1f3' });
});

test('a search that is stopped keeps its best move, and the next one ends it', async () => {
  const { engine, socket } = await connected();
  const abort = new AbortController();
  const first = engine.analyse({ fen: '8/8/8/8/8/8/8/K1k5 w - - 0 1' }, { infinite: true }, { signal: abort.signal });
  socket.tell({ id: '1', event: 'info', ...Figures, lines: [line({ cp: 1 })] });
  abort.abort();
  expect(socket.sent[1]).toEqual({ op: 'stop', id: '1' });
  socket.tell({ id: '1', event: 'stopped' });
  expect(await first.result).toEqual({ move: 'e7e5' });
  void engine.analyse({}, { nodes: 10 });
  void engine.analyse({}, { depth: 10 });
  expect(socket.sent.map(message => `${message.op} ${message.id}`)).toEqual(['analyse 1', 'stop 1', 'analyse 2', 'stop 2', 'analyse 3']);
});

test('a refusal is an error, and so is a server that is gone', async () => {
  const reasons: string[] = [];
  const { engine, socket } = await connected({ onCrash: reason => reasons.push(reason) });
  const refused = engine.bestMove({}, { nodes: 10 });
  socket.tell({ id: '1', event: 'error', error: { message: 'too many searches are waiting' } });
  await expect(refused).rejects.toThrow('too many searches');
  const lost = engine.bestMove({}, { nodes: 10 });
  socket.onclose?.();
  await expect(lost).rejects.toThrow('ended the connection');
  expect(reasons).toEqual(['The server does not answer.']);
});

test('weaker play is left to an engine of the device', async () => {
  const { engine, socket, devices } = await connected();
  await engine.setOption('UCI_LimitStrength', true);
  void engine.bestMove({}, { movetime: 10 });
  await vi.waitFor(() => expect(devices[0]?.log).toContain('go startpos'));
  expect(devices[0]?.options.get('UCI_LimitStrength')).toBe(true);
  expect(socket.sent).toEqual([]);
});

test('a report is a job that is asked for until it is done', async () => {
  const { engine } = await connected();
  const answers: Record<string, object[]> = {
    'v1/games': [{ id: 'j', state: 'waiting', progress: 0, games: [] }],
    'v1/games/j': [{ id: 'j', state: 'running', progress: 0.5, games: [] }, { id: 'j', state: 'done', progress: 1, games: [] }],
    'v1/games/j/json': [{ games: ['analysed'] }],
  };
  vi.stubGlobal('fetch', (address: string) => {
    const body = answers[address.replace('http://here/x/', '')]?.shift();
    return Promise.resolve({ ok: body !== undefined, status: 404, json: () => Promise.resolve(body ?? { error: { message: 'unknown' } }) });
  });
  const steps: number[] = [];
  expect(await engine.analyseGame('1. e4 *', { nodes: 5, onProgress: done => steps.push(done) })).toEqual({ games: ['analysed'] });
  expect(steps).toEqual([500, 1000]);
  await expect(engine.tablebase({})).rejects.toThrow('unknown');
});

test('a service is known by its answer', async () => {
  const answer = (body: object, ok = true): void => {
    vi.stubGlobal('fetch', () => Promise.resolve({ ok, json: () => Promise.resolve(body) }));
  };
  answer({ service: true });
  expect(await isService('http://here/')).toBe(true);
  answer({ service: false });
  expect(await isService('http://here/')).toBe(false);
  answer({}, false);
  expect(await isService('http://here/')).toBe(false);
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
  expect(await isService('http://here/')).toBe(false);
});
