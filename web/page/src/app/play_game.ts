// A game against the engine: whose turn it is, the clocks, how it ends. Engine, time and randomness come from outside.
import { type MoveNode, MoveTree, pathTo } from '../chess/move_tree';
import { type Color, type GameEnd, endOf, opposite, positionOf, readFen, turnOf } from '../chess/rules';

export interface TimeControl {
  base: number; // milliseconds
  increment: number;
}
export type Reason = GameEnd | 'resignation' | 'time' | 'agreement';
export interface Outcome {
  winner: Color | null;
  reason: Reason;
}
export interface PlaySettings {
  user: Color;
  elo: number;
  time: TimeControl | null;
  fen: string;
  chess960: boolean;
}

// What is kept over a reload.
export interface SavedGame {
  settings: PlaySettings;
  moves: string[];
  clocks: Record<Color, number>;
  outcome: Outcome | null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isColor = (value: unknown): value is Color => value === 'white' || value === 'black';
const isTime = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;

// Storage may have been written by another version of the page, or by anybody.
export function isSavedGame(value: unknown): value is SavedGame {
  if (!isObject(value) || !isObject(value.settings) || !isObject(value.clocks) || !Array.isArray(value.moves)) return false;
  const { settings, clocks, moves, outcome } = value;
  const { user, elo, time, fen, chess960 } = settings;
  if (!isColor(user) || !isTime(elo) || typeof chess960 !== 'boolean' || typeof fen !== 'string' || !readFen(fen).ok) return false;
  if (time !== null && !(isObject(time) && isTime(time.base) && isTime(time.increment))) return false;
  if (!isTime(clocks.white) || !isTime(clocks.black)) return false;
  if (outcome !== null && !(isObject(outcome) && (outcome.winner === null || isColor(outcome.winner)) && typeof outcome.reason === 'string')) return false;
  return moves.every(move => typeof move === 'string');
}

export function readTimeControl(text: string): TimeControl | null {
  const match = /^(\d+)\+(\d+)$/.exec(text);
  return match ? { base: 60_000 * Number(match[1]), increment: 1000 * Number(match[2]) } : null;
}

export class PlayGame {
  readonly tree: MoveTree;
  node: MoveNode;
  outcome: Outcome | null = null;
  clocks: Record<Color, number>;
  private turnBegan: number;

  constructor(
    readonly settings: PlaySettings,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.tree = new MoveTree(settings.fen, settings.chess960);
    this.node = this.tree.root;
    const base = settings.time?.base ?? 0;
    this.clocks = { white: base, black: base };
    this.turnBegan = this.now();
  }

  static restore(saved: SavedGame, now?: () => number): PlayGame {
    const game = new PlayGame(saved.settings, now);
    for (const move of saved.moves) game.node = game.tree.play(game.node, move) ?? game.node;
    game.clocks = { ...saved.clocks };
    game.outcome = saved.outcome;
    return game;
  }

  save(): SavedGame {
    return { settings: this.settings, moves: this.moves(), clocks: { white: this.clock('white'), black: this.clock('black') }, outcome: this.outcome };
  }

  moves(): string[] {
    return pathTo(this.node).slice(1).map(node => node.uci);
  }

  get turn(): Color {
    return turnOf(this.node.fen);
  }

  get userToMove(): boolean {
    return !this.outcome && this.turn === this.settings.user;
  }

  get engineToMove(): boolean {
    return !this.outcome && this.turn !== this.settings.user;
  }

  // The clocks start with the first move.
  private get running(): boolean {
    return this.settings.time !== null && !this.outcome && this.node.parent !== null;
  }

  clock(side: Color): number {
    const spent = this.running && side === this.turn ? this.now() - this.turnBegan : 0;
    return Math.max(0, this.clocks[side] - spent);
  }

  play(uci: string): boolean {
    if (this.outcome || this.checkFlag()) return false;
    const side = this.turn;
    const left = this.clock(side);
    const next = this.tree.play(this.node, uci);
    if (!next) return false;
    if (this.settings.time) {
      this.clocks[side] = left + (this.node.parent ? this.settings.time.increment : 0);
      next.clock = Math.round(this.clocks[side] / 1000);
    }
    this.node = next;
    this.turnBegan = this.now();
    const end = endOf(pathTo(next).slice(-101).map(node => node.fen));
    if (end) this.finish({ winner: end === 'checkmate' ? side : null, reason: end });
    return true;
  }

  // Whether the side to move has overstepped the time; the game is then over.
  checkFlag(): boolean {
    if (!this.running || this.clock(this.turn) > 0) return false;
    const winner = opposite(this.turn);
    const canMate = !positionOf(this.node.fen).hasInsufficientMaterial(winner);
    this.clocks[this.turn] = 0;
    this.finish({ winner: canMate ? winner : null, reason: 'time' });
    return true;
  }

  resign(): void {
    if (!this.outcome) this.finish({ winner: opposite(this.settings.user), reason: 'resignation' });
  }

  agreeDraw(): void {
    if (!this.outcome) this.finish({ winner: null, reason: 'agreement' });
  }

  // Back to where the user chose the last move. The moves are forgotten.
  takeBack(): boolean {
    let at: MoveNode | null = this.node.parent;
    while (at && turnOf(at.fen) !== this.settings.user) at = at.parent;
    if (!at) return false;
    this.clocks = { white: this.clock('white'), black: this.clock('black') };
    const [dropped] = at.children;
    if (dropped) this.tree.remove(dropped);
    this.node = at;
    this.outcome = null;
    this.tree.headers.delete('Result');
    this.turnBegan = this.now();
    return true;
  }

  private finish(outcome: Outcome): void {
    this.clocks = { white: this.clock('white'), black: this.clock('black') };
    this.outcome = outcome;
    this.tree.headers.set('Result', resultOf(outcome));
  }
}

export function resultOf(outcome: Outcome | null): string {
  if (!outcome) return '*';
  if (!outcome.winner) return '1/2-1/2';
  return outcome.winner === 'white' ? '1-0' : '0-1';
}

export function wordsFor(outcome: Outcome, user: Color): string {
  const who = outcome.winner === null ? 'Draw' : outcome.winner === user ? 'You won' : 'Skua won';
  const how: Record<Reason, string> = {
    checkmate: 'by checkmate', stalemate: 'by stalemate', 'insufficient material': 'by insufficient material',
    repetition: 'by repetition', 'fifty moves': 'by the fifty-move rule', resignation: 'by resignation',
    time: outcome.winner ? 'on time' : 'on time, without the material to mate', agreement: 'by agreement',
  };
  return `${who} ${how[outcome.reason]}.`;
}

// Whether the engine takes a draw: late enough, and it does not hope for more. The score is from its own view.
export function acceptsDraw(score: { cp?: number; mate?: number } | null, ply: number): boolean {
  if (!score || ply < 40) return false;
  if (score.mate !== undefined) return score.mate < 0;
  return (score.cp ?? 0) <= 10;
}
