// The board for keyboards and screen readers: a grid of real buttons above the drawn board, through which the mouse passes.
// It is one tab stop; the arrow keys walk over it, and digits jump to ranks.
import type { Role, SquareName } from 'chessops/types';
import { makeSquare } from 'chessops/util';
import { useRef, useState } from 'preact/hooks';
import type { Color } from '../chess/rules';

interface GridProps {
  name: string;
  orientation: Color;
  label: (square: SquareName) => string;
  mark?: (square: SquareName) => string; // a class of its button
  onChoose: (square: SquareName) => void;
  // Whether the key meant something; `go` moves the focus.
  onKey: (event: KeyboardEvent, square: SquareName, go: (square: SquareName) => void) => boolean;
}

export const RoleLetters: Record<string, Role> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

const squareAt = (row: number, column: number, orientation: Color): SquareName => {
  const rank = orientation === 'white' ? 7 - row : row;
  const file = orientation === 'white' ? column : 7 - column;
  return makeSquare(rank * 8 + file);
};

const Steps: Record<string, [file: number, rank: number]> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function SquareGrid({ name, orientation, label, mark, onChoose, onKey }: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  const [focus, setFocus] = useState<SquareName>('e2');

  const go = (square: SquareName): void => {
    setFocus(square);
    table.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  };

  // Whether the key is one of those that move the focus.
  const walk = (key: string): boolean => {
    const rank = Number(focus[1]) - 1;
    const file = focus.charCodeAt(0) - 97;
    if (/^[1-8]$/.test(key)) {
      go(makeSquare((Number(key) - 1) * 8 + file));
      return true;
    }
    const step = Steps[key];
    if (!step) return false;
    const turned = orientation === 'white' ? 1 : -1;
    const nextFile = file + step[0] * turned;
    const nextRank = rank + step[1] * turned;
    if (nextFile >= 0 && nextFile < 8 && nextRank >= 0 && nextRank < 8) go(makeSquare(nextRank * 8 + nextFile));
    return true;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!walk(event.key) && !onKey(event, focus, go)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const rows = Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, column) => squareAt(row, column, orientation)));
  return (
    <table ref={table} class="grid-board" role="grid" aria-label={name} onKeyDown={onKeyDown}>
      <tbody>
        {rows.map(row => (
          <tr key={row[0]} role="row">
            {row.map(square => (
              <td key={square} role="gridcell">
                <button type="button" data-square={square} tabIndex={square === focus ? 0 : -1} class={mark?.(square) ?? ''}
                  aria-label={label(square)} onFocus={() => setFocus(square)} onClick={() => onChoose(square)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
