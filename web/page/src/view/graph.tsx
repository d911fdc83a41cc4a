// The course of the game: the points that White expects, after every move. A click goes to the move.
import { report } from '../app/coach';
import { current, goTo, tree } from '../app/state';
import { moveNumber } from '../chess/rules';
import { LabelWords, isError, whitePoints } from '../chess/score';

const Width = 600;
const Height = 150;

export function Graph() {
  const game = report.value;
  if (!game || game.moves.length < 2) return null;
  const points = game.moves.map(move => whitePoints(move.score));
  const x = (index: number): number => (Width * (index + 1)) / game.moves.length;
  const y = (value: number): number => Height - (Height * value) / 100;
  const path = points.map((value, index) => `L${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const here = game.nodeIds.indexOf(current.value.id);
  const choose = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * game.moves.length) - 1;
    const node = tree.value.node(game.nodeIds[Math.max(0, Math.min(game.moves.length - 1, index))] ?? -1);
    if (node) goTo(node);
  };
  const errors = game.moves.filter(move => isError(move.label)).length;
  return (
    <svg class="graph" viewBox={`0 0 ${Width} ${Height}`} preserveAspectRatio="none" role="img" onClick={choose}
      aria-label={`Course of the game over ${game.moves.length} half-moves, with ${errors} errors; the key moments are listed below`}>
      <path class="area" d={`M0 ${Height}L0 ${y(points[0] ?? 50)}${path}L${Width} ${Height}z`} />
      <path class="middle" d={`M0 ${Height / 2}H${Width}`} />
      <path class="course" d={`M0 ${y(points[0] ?? 50)}${path}`} />
      {here >= 0 && <path class="here" d={`M${x(here)} 0V${Height}`} />}
      {game.moves.map((move, index) => isError(move.label) && move.label && (
        <g key={index} class={`mark ${move.label}`}>
          <title>{`${moveNumber(move.ply)} ${move.san}: ${LabelWords[move.label].word}`}</title>
          <ellipse cx={x(index)} cy={y(points[index] ?? 50)} rx="5" ry="5" />
        </g>
      ))}
    </svg>
  );
}
