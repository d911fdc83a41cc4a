// An engine for unit tests: it speaks the interface, and misbehaves where a test asks for it.
import type { BestMove, Engine, EngineOptions, Info, Limits, Position, TablebaseResult } from 'skua-engine';
import type { CreateEngine } from '../src/engine/controller';

export interface Behaviour {
  silentSearch?: boolean; // no line after the start of a search
  deafToStop?: boolean; // no best move after a stop
  deafHeartbeat?: boolean; // no answer to isready
  failsToStart?: boolean;
  explainTime?: number;
}

export class FakeEngine implements Engine {
  readonly threaded = false;
  readonly log: string[] = [];
  readonly options = new Map<string, string | number | boolean>();
  searching = 0;
  mostSearching = 0;
  terminated = false;
  private readonly listeners = new Set<(line: string) => void>();

  constructor(
    readonly settings: EngineOptions,
    readonly behaviour: Behaviour,
  ) {}

  send(line: string): void {
    this.log.push(line);
    if (line === 'isready' && !this.behaviour.deafHeartbeat && !this.terminated) {
      setTimeout(() => this.listeners.forEach(listener => listener('readyok')), 1);
    }
  }

  onLine(listener: (line: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  setOption(name: string, value: string | number | boolean): Promise<void> {
    this.log.push(`setoption ${name} ${value}`);
    this.options.set(name, value);
    return Promise.resolve();
  }

  newGame(): Promise<void> {
    this.log.push('newgame');
    return Promise.resolve();
  }

  analyse(position: Position, limits: Limits, options?: { multipv?: number; signal?: AbortSignal }): ReturnType<Engine['analyse']> {
    this.log.push(`go ${position.fen ?? 'startpos'} ${(position.moves ?? []).join(' ')}`.trim());
    this.searching += 1;
    this.mostSearching = Math.max(this.mostSearching, this.searching);
    const { behaviour } = this;
    let finish: (best: BestMove) => void = () => undefined;
    const result = new Promise<BestMove>(resolve => {
      finish = best => {
        this.searching -= 1;
        resolve(best);
      };
    });
    const stopped = new Promise<void>(resolve => {
      options?.signal?.addEventListener('abort', () => {
        if (!behaviour.deafToStop) setTimeout(resolve, 5);
      });
    });
    async function* infos(): AsyncGenerator<Info> {
      if (behaviour.silentSearch) {
        await stopped;
        finish({ move: null });
        return;
      }
      for (let depth = 1; depth <= (limits.depth ?? 4); depth += 1) {
        const info = { depth, seldepth: depth, multipv: 1, score: { cp: 10 * depth }, nodes: depth * 100, nps: 1000, time: depth, pv: ['e2e4'] };
        yield info;
      }
      if (limits.infinite) await stopped;
      finish({ move: 'e2e4' });
    }
    return Object.assign(infos(), { result });
  }

  async bestMove(position: Position, limits: Limits, options?: { signal?: AbortSignal }): Promise<BestMove> {
    const search = this.analyse(position, limits, options);
    for await (const _ of search) void _;
    return search.result;
  }

  explain(position: Position, options?: { moves?: string[]; signal?: AbortSignal }): Promise<unknown> {
    this.log.push(`explain ${(options?.moves ?? []).join(' ')}`);
    return new Promise((resolve, reject) => {
      setTimeout(() => resolve({ fen: position.fen, threats: [], best: null, moves: [] }), this.behaviour.explainTime ?? 10);
      options?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  }

  analyseGame(): Promise<unknown> {
    return Promise.resolve({ games: [] });
  }

  addFile(name: string): Promise<void> {
    this.log.push(`file ${name}`);
    return Promise.resolve();
  }

  tablebase(position: Position): Promise<TablebaseResult> {
    this.log.push(`tablebase ${position.fen ?? 'startpos'}`);
    if (position.fen === undefined) return Promise.reject(new Error('unknown'));
    return Promise.resolve({ fen: position.fen, wdl: 2, dtz: 7, moves: [] });
  }

  stop(): void {
    this.log.push('stop');
  }

  terminate(): void {
    this.terminated = true;
  }
}

// Engines in the order of their creation; the first behaves as the first behaviour says, and so on.
export function fakeEngines(...behaviours: Behaviour[]): { create: CreateEngine; engines: FakeEngine[] } {
  const engines: FakeEngine[] = [];
  const create: CreateEngine = settings => {
    const behaviour = behaviours[Math.min(engines.length, behaviours.length - 1)] ?? {};
    const engine = new FakeEngine(settings, behaviour);
    engines.push(engine);
    if (behaviour.failsToStart) return Promise.reject(new Error('no memory'));
    return new Promise(resolve => {
      setTimeout(() => resolve(engine), 20);
    });
  };
  return { create, engines };
}
