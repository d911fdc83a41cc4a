// The interface of the package skua-engine (web/engine/index.d.ts), as far as the page uses it.
export interface Position {
  fen?: string;
  moves?: string[];
  chess960?: boolean;
}
export interface Limits {
  depth?: number;
  nodes?: number;
  movetime?: number;
  infinite?: boolean;
  mate?: number;
  wtime?: number;
  btime?: number;
  winc?: number;
  binc?: number;
  movestogo?: number;
}
export interface Info {
  depth: number;
  seldepth: number;
  multipv: number;
  score: { cp?: number; mate?: number };
  bound?: 'lower' | 'upper';
  wdl?: [number, number, number];
  nodes: number;
  nps: number;
  time: number;
  hashfull?: number;
  tbhits?: number;
  pv: string[];
}
export interface BestMove {
  move: string | null;
  ponder?: string;
}
export interface Search extends AsyncIterable<Info> {
  result: Promise<BestMove>;
}
export interface Engine {
  readonly threaded: boolean;
  send(line: string): void;
  onLine(listener: (line: string) => void): () => void;
  setOption(name: string, value: string | number | boolean): Promise<void>;
  newGame(): Promise<void>;
  analyse(position: Position, limits: Limits, options?: { multipv?: number; searchmoves?: string[]; signal?: AbortSignal }): Search;
  bestMove(position: Position, limits: Limits, options?: { signal?: AbortSignal }): Promise<BestMove>;
  explain(position: Position, options?: { moves?: string[]; nodes?: number; signal?: AbortSignal }): Promise<unknown>;
  analyseGame(
    pgn: string,
    options?: { nodes?: number; onProgress?: (done: number, total: number) => void; signal?: AbortSignal },
  ): Promise<unknown>;
  addFile(name: string, bytes: Uint8Array): Promise<void>;
  stop(): void;
  terminate(): void;
}
export interface EngineSettings {
  threads?: number;
  onCrash?: (reason: string) => void;
}
export type CreateEngine = (settings: EngineSettings) => Promise<Engine>;
