// The JSON of `skua analyse` and `skua explain` (docs/analysis.schema.json), checked as far as the page relies on it.
import { type Result, failure, success } from './result';
import { type Label, LabelWords, type Score, isScore } from './score';

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
const areStrings = (...values: unknown[]): boolean => values.every(value => typeof value === 'string');
const areNumbers = (...values: unknown[]): boolean => values.every(value => Number.isFinite(value));
const areAll = (values: unknown, isOne: (value: unknown) => boolean): boolean => Array.isArray(values) && values.every(isOne);
const isText = (value: unknown): boolean => typeof value === 'string';
const isLabel = (value: unknown): boolean => value === null || (typeof value === 'string' && Object.hasOwn(LabelWords, value));

const isStatement = (value: unknown): boolean => isObject(value) && areStrings(value.text, value.from) && areAll(value.line, isText);

const isExplainedMove = (value: unknown): boolean =>
  isObject(value) && areStrings(value.uci, value.san) && isLabel(value.label) && isScore(value.score) &&
  areAll(value.line, isText) && areAll(value.statements, isStatement);

const isReportMove = (value: unknown): boolean =>
  isObject(value) && areStrings(value.uci, value.san) && isLabel(value.label) && isScore(value.score) &&
  areNumbers(value.ply, value.win_before, value.win_after) && areAll(value.statements, isStatement) &&
  isObject(value.best) && areStrings(value.best.san, value.best.uci) && areAll(value.best.line, isText);

const isSidePlay = (value: unknown): boolean =>
  isObject(value) && areNumbers(value.accuracy, value.acpl, value.inaccuracies, value.mistakes, value.blunders);

// A report as the page keeps it.
export const isGameReport = (value: unknown): value is GameReport =>
  isObject(value) && areAll(value.moves, isReportMove) && isSidePlay(value.white) && isSidePlay(value.black) &&
  areStrings(value.engine) && areNumbers(value.nodes);

export function readExplanation(value: unknown): Result<Explanation> {
  if (!isObject(value) || typeof value.fen !== 'string' || !areAll(value.threats, isStatement) || !areAll(value.moves, isExplainedMove) ||
    (value.best !== null && !isExplainedMove(value.best))) {
    return failure('The engine gave an explanation that the page does not understand.');
  }
  return success(value as unknown as Explanation);
}

export function readReport(value: unknown): Result<GameReport> {
  const game: unknown = isObject(value) && Array.isArray(value.games) ? value.games[0] : undefined;
  const limits = isObject(value) && isObject(value.limits) ? value.limits : {};
  const report = isObject(value) && isObject(game) && { ...game, engine: value.engine, nodes: limits.nodes ?? 0 };
  return isGameReport(report) ? success(report) : failure('The engine gave a report that the page does not understand.');
}
