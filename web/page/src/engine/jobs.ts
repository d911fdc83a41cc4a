// The jobs that the page gives to an engine.
import type { Job, OptionValue } from './controller';
import type { BestMove, Engine, Info, Limits, Position, TablebaseResult } from 'skua-engine';

type Options = Record<string, OptionValue>;

// A question to the tablebases.
export interface Probe {
  onResult(result: TablebaseResult): void;
  onUnknown(reason: string): void;
}

async function answerProbe(engine: Engine, position: Position, probe: Probe, signal: AbortSignal): Promise<void> {
  try {
    const result = await engine.tablebase(position);
    if (!signal.aborted) probe.onResult(result);
  } catch (error) {
    if (!signal.aborted) probe.onUnknown(error instanceof Error ? error.message : String(error));
  }
}

export interface SearchRequest {
  position: Position;
  limits: Limits;
  options: Options;
  multipv?: number;
  searchmoves?: string[];
  newGame?: boolean;
  probe?: Probe;
  onInfo?(info: Info): void;
  onDone?(best: BestMove): void; // not called if the search was stopped for another job
  onError?(reason: string): void;
}

export function searchJob(request: SearchRequest): Job {
  const job: Job = {
    kind: 'search',
    options: request.options,
    async run(engine: Engine, signal: AbortSignal, alive: () => void): Promise<void> {
      const stopped = (): boolean => signal.aborted;
      if (request.newGame) await engine.newGame();
      if (request.probe) await answerProbe(engine, request.position, request.probe, signal);
      if (stopped()) return;
      const search = engine.analyse(request.position, request.limits, {
        signal,
        ...(request.multipv === undefined ? {} : { multipv: request.multipv }),
        ...(request.searchmoves === undefined ? {} : { searchmoves: request.searchmoves }),
      });
      for await (const info of search) {
        alive();
        if (!stopped()) request.onInfo?.(info);
      }
      const best = await search.result;
      if (!stopped()) request.onDone?.(best);
    },
  };
  if (request.onError) job.onError = request.onError.bind(request);
  return job;
}

// Asks the tablebases without a search.
export function probeJob(position: Position, options: Options, probe: Probe): Job {
  return { kind: 'silent', options, run: (engine, signal) => answerProbe(engine, position, probe, signal) };
}

export interface ExplainRequest {
  position: Position;
  moves: string[];
  nodes: number;
  options: Options;
  onDone(explanation: unknown): void;
  onError(reason: string): void;
}

export function explainJob(request: ExplainRequest): Job {
  return {
    kind: 'silent',
    options: request.options,
    async run(engine: Engine, signal: AbortSignal): Promise<void> {
      const explanation = await engine.explain(request.position, { moves: request.moves, nodes: request.nodes, signal });
      if (!signal.aborted) request.onDone(explanation);
    },
    onError: reason => request.onError(reason),
  };
}

export interface GameRequest {
  pgn: string;
  nodes: number;
  options: Options;
  onProgress(done: number, total: number): void;
  onDone(analysis: unknown): void;
  onError(reason: string): void;
}

export function gameJob(request: GameRequest): Job {
  return {
    kind: 'silent',
    options: request.options,
    async run(engine: Engine, signal: AbortSignal, alive: () => void): Promise<void> {
      const analysis = await engine.analyseGame(request.pgn, {
        nodes: request.nodes,
        signal,
        onProgress: (done, total) => {
          alive();
          if (!signal.aborted) request.onProgress(done, total);
        },
      });
      if (!signal.aborted) request.onDone(analysis);
    },
    onError: reason => request.onError(reason),
  };
}
