// Who is better, as a bar: White's share of the expected points, with the score in figures.
import { type Color } from '../chess/rules';
import { type Score, formatScore, spokenScore, whitePoints } from '../chess/score';

export function EvaluationBar({ score, orientation }: { score: Score | undefined; orientation: Color }) {
  const white = score ? whitePoints(score) : 50;
  const text = !score ? '' : 'cp' in score ? Math.abs(score.cp / 100).toFixed(1) : 'mate' in score && Math.abs(score.mate) < 1 ? '#' : formatScore(score);
  const whiteSide = white >= 50;
  return (
    <div class={`evaluation-bar ${orientation}`} role="img" style={{ '--white': `${white.toFixed(1)}%` }}
      aria-label={score ? `Evaluation: ${spokenScore(score)}` : 'Not evaluated yet'}>
      <div class="white-share" />
      <span class={whiteSide ? 'for-white' : 'for-black'} aria-hidden="true">{text.replace(/^[+-]/, '').replace('#-', '#')}</span>
    </div>
  );
}
