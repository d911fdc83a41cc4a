/** A position: the start position without `fen`, then `moves` in UCI's notation ("e2e4"). */
export interface Position {
  fen?: string;
  moves?: string[];
  /** Castling is written as king takes rook then. */
  chess960?: boolean;
}

/** When a search ends; times are in milliseconds. */
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

/** One line of the search, from the view of the side to move. */
export interface Info {
  depth: number;
  seldepth: number;
  /** 1 for the best line, 2 for the next one. */
  multipv: number;
  score: { cp?: number; mate?: number };
  /** The score is only known to be at least ('lower') or at most ('upper') this. */
  bound?: 'lower' | 'upper';
  /** Chances of win, draw and loss in per mille, with the option UCI_ShowWDL. */
  wdl?: [number, number, number];
  nodes: number;
  nps: number;
  time: number;
  hashfull?: number;
  tbhits?: number;
  pv: string[];
}

export interface BestMove {
  /** Null where the game is over. */
  move: string | null;
  ponder?: string;
}

/** The outcome for a side: 2 win, 0 draw, -2 loss; 1 and -1 are a win and a loss that the fifty-move rule makes a draw. */
export type Wdl = -2 | -1 | 0 | 1 | 2;

/** What the tablebases know of a position and of its moves, the best of which is the first. */
export interface TablebaseResult {
  fen: string;
  /** For the side to move. */
  wdl: Wdl;
  /** Plies to the next capture or pawn move, negative for the side that loses; null without a distance table (.rtbz). */
  dtz: number | null;
  /** The values are those of the side that plays the move. */
  moves: { uci: string; san: string; wdl: Wdl; dtz: number | null }[];
}

export interface Engine {
  /** Which of the two builds runs: the one with threads, or the one without. */
  readonly threaded: boolean;

  /** Sends a line of UCI. */
  send(line: string): void;
  /** Calls the listener with every line of the engine; the returned function ends that. */
  onLine(listener: (line: string) => void): () => void;

  /** Ends a running search. Rejects with the engine's message. */
  setOption(name: string, value: string | number | boolean): Promise<void>;
  /** Forgets everything that was learned from earlier positions. */
  newGame(): Promise<void>;

  /**
   * Searches, and gives what it finds line by line; without limits, until it is stopped. A search that runs is stopped first,
   * and so is this one by stop(), by the signal, by the next search, or by leaving the loop. `result` is the best move found
   * until then. If the position is wrong, or the engine dies, both the loop and `result` reject; a position or limits that
   * are not of these types throw a TypeError and change nothing.
   */
  analyse(
    position: Position,
    limits: Limits,
    options?: { multipv?: number; searchmoves?: string[]; signal?: AbortSignal },
  ): AsyncIterable<Info> & { result: Promise<BestMove> };
  /** The same for the best move alone. Rejects if the signal is aborted. */
  bestMove(position: Position, limits: Limits, options?: { signal?: AbortSignal }): Promise<BestMove>;

  /**
   * What is going on in a position, what the best move does, and why `moves` (SAN or UCI) are worse: the JSON of
   * `skua explain --json` (docs/analysis.schema.json). `nodes` is the effort for each search. Runs beside searches, in a second
   * worker, one call after the other.
   */
  explain(
    position: Position,
    options?: { moves?: string[]; nodes?: number; signal?: AbortSignal },
  ): Promise<unknown>;
  /** Analyses the games of a PGN text: the JSON of `skua analyse --json`. Runs like explain(). */
  analyseGame(
    pgn: string,
    options?: { nodes?: number; onProgress?: (done: number, total: number) => void; signal?: AbortSignal },
  ): Promise<unknown>;

  /**
   * Puts a file into the engine's memory, so that options can name it: tablebases, books, networks. For tablebases add
   * "syzygy/KQvK.rtbw" and the others, then set SyzygyPath to "syzygy".
   */
  addFile(name: string, bytes: Uint8Array): Promise<void>;

  /**
   * Looks the position up in the tablebases that were added; ends a running search. Rejects with the reason if they don't
   * know it.
   */
  tablebase(position: Position): Promise<TablebaseResult>;

  /** Ends the running search; its best move comes as usual. */
  stop(): void;
  /** Ends the engine. What is waited for rejects. */
  terminate(): void;
}

export interface EngineOptions {
  /**
   * 1: the engine without threads. More: so many threads, where that is possible (in Node, and in pages that are
   * cross-origin isolated). Without it: the engine with threads where that is possible, set to one.
   */
  threads?: number;
  /** The folder with skua.js and the other files of dist/, if it is not the one beside this module. */
  base?: string | URL;
  /** Called if the engine dies. It can't be used any more then; make another one. */
  onCrash?: (reason: string) => void;
}

export function createEngine(options?: EngineOptions): Promise<Engine>;
