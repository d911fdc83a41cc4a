// The JSON of `skua analyse` and `skua explain` (docs/analysis.schema.json), checked as far as the page relies on it.
import { type Result, failure, success } from './result';
import type { Label, Score } from './score';

export interface Statement {
  kind: string;
  role: string;
  text: string;
  line: string[];
  from: 'before' | 'after';
  check: string;
}
export interface ExplainedMove {
  uci: string;
  san: string;
  label: Label | null;
  score: Score;
  win: number;
  line: string[];
  statements: Statement[];
}
export interface Explanation {
  fen: string;
  threats: Statement[];
  best: ExplainedMove | null;
  moves: ExplainedMove[];
}
export interface SidePlay {
  accuracy: number;
  acpl: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}
export interface ReportMove {
  ply: number;
  san: string;
  uci: string;
  label: Label | null;
  score: Score;
  win_before: number;
  win_after: number;
  best: { san: string; uci: string; line: string[] };
  statements: Statement[];
}
export interface GameReport {
  opening: { eco: string; name: string } | null;
  white: SidePlay;
  black: SidePlay;
  moves: ReportMove[];
  engine: string;
  nodes: number; // for each position
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

export function readExplanation(value: unknown): Result<Explanation> {
  if (!isObject(value) || !Array.isArray(value.threats) || !Array.isArray(value.moves) || typeof value.fen !== 'string') {
    return failure('The engine gave an explanation that the page does not understand.');
  }
  return success(value as unknown as Explanation);
}

export function readReport(value: unknown): Result<GameReport> {
  const game: unknown = isObject(value) && Array.isArray(value.games) ? value.games[0] : undefined;
  if (!isObject(value) || !isObject(game) || !Array.isArray(game.moves) || !isObject(game.white) || !isObject(game.black)) {
    return failure('The engine gave a report that the page does not understand.');
  }
  const limits = isObject(value.limits) ? value.limits : {};
  return success({
    ...(game as unknown as GameReport),
    engine: typeof value.engine === 'string' ? value.engine : 'Skua',
    nodes: typeof limits.nodes === 'number' ? limits.nodes : 0,
  });
}
