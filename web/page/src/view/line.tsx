// A line of moves as buttons.
import { type LineMove, moveNumber } from '../chess/rules';

interface LineProps {
  moves: readonly LineMove[];
  current?: number; // how many moves are shown on the board
  onChoose: (index: number) => void;
}

export function LineMoves({ moves, current, onChoose }: LineProps) {
  return (
    <span class="line">
      {moves.map((move, index) => (
        <button type="button" key={index} class={`move ${current === index + 1 ? 'current' : ''}`} onClick={() => onChoose(index)}>
          {(index === 0 || move.ply % 2 === 1) && <span class="number">{moveNumber(move.ply)}</span>}
          {move.san}
        </button>
      ))}
    </span>
  );
}
