// skua-server as an engine: searches over its WebSocket, explanations and reports over HTTP. What a service can't do, such as
// playing weaker or on a clock, is left to an engine of this device.
import type { BestMove, Engine, EngineOptions, Info, Limits, Position, TablebaseResult } from 'skua-engine';
import type { CreateEngine } from './controller';

type Settings = Map<string, string | number | boolean>;
interface ServiceScore { cp?: number; mate?: number; tb?: number }
interface ServiceLine { score: ServiceScore; wdl: { white: number; draw: number; black: number }; line: string[] }
interface Message {
  id: string;
  event: 'accepted' | 'info' | 'result' | 'error' | 'stopped';
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  time: number;
  hashfull: number;
  tbhits: number;
  lines: ServiceLine[];
  move: string | null;
  ponder: string | null;
  error: { message: string };
}
interface JobState { id: string; state: string; progress: number; games: { error: string | null }[] }

const LongestSearch = 60_000; // ms; the service's own limit may be lower
const PollEvery = 300;
const TablebaseWin = 20_000; // as UCI writes it

const asRequested = ({ fen, moves = [], chess960 = false }: Position): object =>
  ({ ...(fen === undefined ? { startpos: true } : { fen }), moves, chess960 });

function asLimits({ nodes, depth, movetime }: Limits): object {
  if (nodes !== undefined) return { nodes };
  if (depth !== undefined) return { depth };
  return { movetime: Math.max(1, Math.min(movetime ?? LongestSearch, LongestSearch)) };
}

const needsDevice = (limits: Limits, settings: Settings): boolean =>
  settings.get('UCI_LimitStrength') === true || limits.wtime !== undefined || limits.mate !== undefined;

// The service gives White's view, UCI that of the side to move.
function infosOf(message: Message, whiteMoves: boolean): Info[] {
  const sign = whiteMoves ? 1 : -1;
  return message.lines.map(({ score, wdl, line }, index) => ({
    depth: message.depth, seldepth: message.seldepth, nodes: message.nodes, nps: message.nps, time: message.time,
    hashfull: message.hashfull, tbhits: message.tbhits, multipv: index + 1, pv: line,
    score: score.mate !== undefined ? { mate: sign * score.mate }
      : { cp: sign * (score.tb === undefined ? score.cp ?? 0 : Math.sign(score.tb) * (TablebaseWin - Math.abs(score.tb))) },
    wdl: whiteMoves ? [wdl.white, wdl.draw, wdl.black] : [wdl.black, wdl.draw, wdl.white],
  }));
}

const movesWhite = ({ fen, moves = [] }: Position): boolean =>
  (fen?.split(' ')[1] !== 'b') === (moves.length % 2 === 0);

// One search: what has come and was not taken yet, and who waits for more.
class Search implements AsyncIterable<Info> {
  readonly result: Promise<BestMove>;
  private readonly infos: Info[] = [];
  private wake: () => void = () => undefined;
  private over = false;
  private best: BestMove = { move: null };
  private settle!: { resolve: (best: BestMove) => void; reject: (reason: Error) => void };

  constructor(private readonly whiteMoves: boolean, readonly stop: () => void) {
    this.result = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    this.result.catch(() => undefined);
  }

  take(message: Message): void {
    if (message.event === 'error') return this.fail(message.error.message);
    if (message.event === 'info' || message.event === 'result') {
      this.infos.push(...infosOf(message, this.whiteMoves));
      const move = message.lines[0]?.line[0];
      if (move !== undefined) this.best = { move };
    }
    if (message.event === 'result') this.best = { move: message.move, ...(message.ponder === null ? {} : { ponder: message.ponder }) };
    if (message.event === 'result' || message.event === 'stopped') {
      this.over = true;
      this.settle.resolve(this.best);
    }
    this.wake();
  }

  fail(reason: string): void {
    this.over = true;
    this.settle.reject(new Error(reason));
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Info> {
    try {
      for (;;) {
        for (let info = this.infos.shift(); info; info = this.infos.shift()) yield info;
        if (this.over) break;
        await new Promise<void>(resolve => (this.wake = resolve));
      }
      await this.result;
    } finally {
      if (!this.over) this.stop();
    }
  }
}

class ServiceEngine implements Engine {
  readonly threaded = false;
  private readonly settings: Settings = new Map();
  private readonly listeners = new Set<(line: string) => void>();
  private readonly searches = new Map<string, Search>();
  private device: Promise<Engine> | undefined;
  private count = 0;

  constructor(
    private readonly base: string,
    private readonly socket: WebSocket,
    private readonly options: EngineOptions,
    private readonly createOnDevice: CreateEngine,
  ) {
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as Message;
      const search = this.searches.get(message.id);
      if (message.event !== 'accepted' && message.event !== 'info') this.searches.delete(message.id);
      search?.take(message);
    };
    socket.onclose = () => {
      this.abandon('the server has ended the connection');
      options.onCrash?.('The server does not answer.');
    };
  }

  send(line: string): void {
    if (line === 'isready' && this.socket.readyState === WebSocket.OPEN) {
      queueMicrotask(() => this.listeners.forEach(listener => listener('readyok')));
    }
  }

  onLine(listener: (line: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async setOption(name: string, value: string | number | boolean): Promise<void> {
    this.settings.set(name, value);
    await (await this.device)?.setOption(name, value);
  }

  async newGame(): Promise<void> {
    await (await this.device)?.newGame();
  }

  analyse(position: Position, limits: Limits, options: { multipv?: number; searchmoves?: string[]; signal?: AbortSignal } = {}): ReturnType<Engine['analyse']> {
    this.stop();
    if (needsDevice(limits, this.settings) || options.searchmoves) return this.onDevice(position, limits, options);
    const id = String(++this.count);
    const stop = (): void => this.tell({ op: 'stop', id });
    const search = new Search(movesWhite(position), stop);
    this.searches.set(id, search);
    this.tell({ op: 'analyse', id, position: asRequested(position), limits: { ...asLimits(limits), multipv: options.multipv ?? 1 } });
    options.signal?.addEventListener('abort', stop, { once: true });
    return search;
  }

  bestMove(position: Position, limits: Limits, options: { signal?: AbortSignal } = {}): Promise<BestMove> {
    return this.analyse(position, limits, options).result;
  }

  explain(position: Position, { moves = [], nodes, signal }: { moves?: string[]; nodes?: number; signal?: AbortSignal } = {}): Promise<unknown> {
    return this.ask('v1/explain', { position: asRequested(position), moves, ...(nodes === undefined ? {} : { limits: { nodes } }) }, signal);
  }

  async analyseGame(pgn: string, { nodes, onProgress, signal }: { nodes?: number; onProgress?: (done: number, total: number) => void; signal?: AbortSignal } = {}): Promise<unknown> {
    let job = await this.ask('v1/games', { pgn, ...(nodes === undefined ? {} : { limits: { nodes } }) }, signal) as JobState;
    const address = `v1/games/${job.id}`;
    const cancel = (): void => void fetch(this.base + address, { method: 'DELETE' }).catch(() => undefined);
    signal?.addEventListener('abort', cancel, { once: true });
    while (job.state === 'waiting' || job.state === 'running') {
      await new Promise(done => setTimeout(done, PollEvery));
      job = await this.ask(address, undefined, signal) as JobState;
      onProgress?.(Math.round(1000 * job.progress), 1000);
    }
    signal?.removeEventListener('abort', cancel);
    if (job.state !== 'done') throw new Error(job.games.find(game => game.error)?.error ?? `The analysis was ${job.state}.`);
    return this.ask(`${address}/json`, undefined, signal);
  }

  // Files are for engines of this device.
  addFile(): Promise<void> {
    return Promise.resolve();
  }

  tablebase(position: Position): Promise<TablebaseResult> {
    return this.ask('v1/tb', { position: asRequested(position) }) as Promise<TablebaseResult>;
  }

  stop(): void {
    for (const search of this.searches.values()) search.stop();
    void this.device?.then(engine => engine.stop());
  }

  terminate(): void {
    this.socket.onclose = null;
    this.socket.close();
    this.abandon('the engine was ended');
    void this.device?.then(engine => engine.terminate());
  }

  private tell(message: object): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private abandon(reason: string): void {
    for (const search of this.searches.values()) search.fail(reason);
    this.searches.clear();
  }

  private async ask(path: string, body?: object, signal?: AbortSignal): Promise<unknown> {
    const answer = await fetch(this.base + path, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      ...(signal === undefined ? {} : { signal }),
    });
    const content = await answer.json() as { error?: { message: string } };
    if (!answer.ok) throw new Error(content.error?.message ?? `The server answers with ${answer.status}.`);
    return content;
  }

  private async startDevice(): Promise<Engine> {
    const engine = await this.createOnDevice(this.options);
    for (const [name, value] of this.settings) await engine.setOption(name, value);
    return engine;
  }

  private onDevice(position: Position, limits: Limits, options: object): ReturnType<Engine['analyse']> {
    const search = (this.device ??= this.startDevice()).then(engine => engine.analyse(position, limits, options));
    const result = search.then(found => found.result);
    result.catch(() => undefined);
    return { result, async *[Symbol.asyncIterator]() { yield* await search; } };
  }
}

// `base`: the service's address with a slash at its end. `createOnDevice` makes the engine for what is left to the device.
export const serviceEngine = (base: string, createOnDevice: CreateEngine): CreateEngine => options =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${base.replace(/^http/, 'ws')}v1/ws`);
    socket.onopen = () => resolve(new ServiceEngine(base, socket, options, createOnDevice));
    socket.onclose = () => reject(new Error('The server does not answer.'));
  });

// Is there a service at this address? A file of the page says no; skua-server says yes in its place.
export async function isService(base: string): Promise<boolean> {
  try {
    const answer = await fetch(`${base}service.json`);
    return answer.ok && ((await answer.json()) as { service?: boolean }).service === true;
  } catch {
    return false;
  }
}
