// Scores, expected points and the labels of moves: the same numbers as src/analysis/move_quality.cpp and src/engine/wdl.cpp.
import type { Color } from './rules';

// White's view; `tb` is plies to a tablebase win.
export type Score = { cp: number } | { mate: number } | { tb: number };
export const isScore = (value: unknown): value is Score =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 1 &&
  Object.entries(value).every(([name, number]) => ['cp', 'mate', 'tb'].includes(name) && Number.isFinite(number));

export type Label = 'book' | 'forced' | 'only' | 'best' | 'inaccuracy' | 'mistake' | 'blunder';

export const fromView = (score: Score, side: Color): Score => {
  if (side === 'white') return score;
  if ('cp' in score) return { cp: -score.cp };
  return 'mate' in score ? { mate: -score.mate } : { tb: -score.tb };
};

export function formatScore(score: Score): string {
  if ('mate' in score) return `#${score.mate}`;
  if ('tb' in score) return score.tb > 0 ? '+TB' : '-TB';
  const pawns = (score.cp / 100).toFixed(2);
  return score.cp > 0 ? `+${pawns}` : score.cp === 0 ? '0.00' : pawns;
}

export function spokenScore(score: Score): string {
  if ('mate' in score) {
    if (score.mate === 0) return 'checkmate';
    return `${score.mate > 0 ? 'White' : 'Black'} mates in ${Math.abs(score.mate)}`;
  }
  if ('tb' in score) return `${score.tb > 0 ? 'White' : 'Black'} wins by the tablebases`;
  if (Math.abs(score.cp) < 15) return 'equal';
  return `${score.cp > 0 ? 'White' : 'Black'} is better by ${Math.abs(score.cp / 100).toFixed(1)} pawns`;
}

const HalfWon = 100;
const Steepness = 55;
const share = (cp: number): number => 1 / (1 + Math.exp((HalfWon - cp) / Steepness));

// The points that White expects to make of 100 games.
export function whitePoints(score: Score): number {
  if ('cp' in score) return 50 * (1 + share(score.cp) - share(-score.cp));
  const value = 'mate' in score ? score.mate : score.tb;
  return value > 0 ? 100 : 0;
}

export function pointsFor(score: Score, side: Color): number {
  const white = whitePoints(score);
  return side === 'white' ? white : 100 - white;
}

const Losses: [number, Label][] = [[15, 'blunder'], [10, 'mistake'], [5, 'inaccuracy']];

const isMateFor = (score: Score, side: Color): boolean =>
  'mate' in score && (score.mate > 0 ? side === 'white' : side === 'black');

// By mate, or by the tablebases.
const isProvenFor = (score: Score, side: Color): boolean =>
  'tb' in score ? (score.tb > 0 ? side === 'white' : side === 'black') : isMateFor(score, side);

function byWhatIsDecided(undecided: number): Label {
  if (undecided < 2.5) return 'inaccuracy';
  return undecided < 7 ? 'mistake' : 'blunder';
}

// What a move is called whose side could have had `best` and has `played` now. No label means that it is no error.
export function errorLabel(best: Score, played: Score, side: Color): Label | undefined {
  const other: Color = side === 'white' ? 'black' : 'white';
  const before = pointsFor(best, side);
  const after = pointsFor(played, side);
  if (isMateFor(best, side) && !isProvenFor(played, side)) return byWhatIsDecided(100 - after);
  if (isMateFor(played, other) && !isProvenFor(best, other)) return byWhatIsDecided(before);
  return Losses.find(([loss]) => before - after >= loss)?.[1];
}

export const LabelWords: Record<Label, { glyph: string; word: string; nag?: number }> = {
  book: { glyph: '', word: 'Book' },
  forced: { glyph: '□', word: 'Forced' },
  only: { glyph: '!', word: 'Only move', nag: 7 },
  best: { glyph: '★', word: 'Best' },
  inaccuracy: { glyph: '?!', word: 'Inaccuracy', nag: 6 },
  mistake: { glyph: '?', word: 'Mistake', nag: 2 },
  blunder: { glyph: '??', word: 'Blunder', nag: 4 },
};

export const isError = (label: Label | null | undefined): boolean =>
  label === 'inaccuracy' || label === 'mistake' || label === 'blunder';

export const GlyphSymbols: Record<number, { symbol: string; word: string }> = {
  1: { symbol: '!', word: 'good move' }, 2: { symbol: '?', word: 'mistake' }, 3: { symbol: '!!', word: 'brilliant move' },
  4: { symbol: '??', word: 'blunder' }, 5: { symbol: '!?', word: 'interesting move' }, 6: { symbol: '?!', word: 'dubious move' },
  7: { symbol: '□', word: 'only move' }, 10: { symbol: '=', word: 'equal' }, 13: { symbol: '∞', word: 'unclear' },
  14: { symbol: '⩲', word: 'White is slightly better' }, 15: { symbol: '⩱', word: 'Black is slightly better' },
  16: { symbol: '±', word: 'White is better' }, 17: { symbol: '∓', word: 'Black is better' },
  18: { symbol: '+−', word: 'White is winning' }, 19: { symbol: '−+', word: 'Black is winning' },
  22: { symbol: '⨀', word: 'zugzwang' }, 23: { symbol: '⨀', word: 'zugzwang' }, 32: { symbol: '⟳', word: 'development' },
  33: { symbol: '⟳', word: 'development' }, 36: { symbol: '↑', word: 'initiative' }, 37: { symbol: '↑', word: 'initiative' },
  40: { symbol: '→', word: 'attack' }, 41: { symbol: '→', word: 'attack' }, 44: { symbol: '=∞', word: 'compensation' },
  45: { symbol: '=∞', word: 'compensation' }, 132: { symbol: '⇆', word: 'counterplay' }, 133: { symbol: '⇆', word: 'counterplay' },
  138: { symbol: '⊕', word: 'time trouble' }, 139: { symbol: '⊕', word: 'time trouble' }, 140: { symbol: '∆', word: 'with the idea' },
  146: { symbol: 'N', word: 'novelty' },
};
export const MoveGlyphs = [1, 2, 3, 4, 5, 6];
