// Setting up a position: a board on which everything can be moved, a palette of pieces and tools, and the rest of a FEN.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import { makeBoardFen } from 'chessops/fen';
import type { Setup } from 'chessops/setup';
import type { Piece, Role, SquareName } from 'chessops/types';
import { makeSquare, parseSquare } from 'chessops/util';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Tool, closeEditor, finishEditor, put, tool } from '../app/editor';
import { announce, edited, flip, orientation, settings } from '../app/state';
import {
  type CastlingSide, castlingChoice, clearedSetup, enPassantSquares, fenOfSetup, finished, startSetup, typedSetup, withBoardFen, withCastling,
  withEnPassant, withPiece, withTurn,
} from '../chess/position_editor';
import type { Color } from '../chess/rules';
import { Icon, IconButton } from './icons';
import { describeAll, spokenSquare } from './spoken';
import { RoleLetters, SquareGrid } from './square_grid';

type Press = MouseEvent | TouchEvent;
const isRight = (event: Press): boolean => 'button' in event && event.button === 2;
const isPiece = (now: Tool): now is Piece => typeof now === 'object';

export function Editor() {
  const element = useRef<HTMLDivElement>(null);
  const api = useRef<Api | null>(null);
  const setup = edited.value;

  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const wrap = element.current;
    const board = Chessground(wrap, {
      movable: { free: true, color: 'both', showDests: false },
      premovable: { enabled: false },
      draggable: { showGhost: false, deleteOnDropOff: true },
      drawable: { enabled: false },
      highlight: { lastMove: false, check: false },
      animation: { enabled: false },
      autoCastle: false,
      disableContextMenu: true,
      events: {
        change: () => {
          if (edited.value) edited.value = withBoardFen(edited.value, board.getFen());
        },
      },
    });
    api.current = board;
    // A press with a piece or with the remover in hand acts on the square; the right button always removes.
    const press = (event: Press): void => {
      board.state.dom.bounds.clear();
      const now = isRight(event) ? 'remove' : tool.value;
      if (now === 'move' || ('touches' in event && event.touches.length > 1)) return;
      const point = 'touches' in event ? event.touches[0] : event;
      const square = point && board.getKeyAtDomPos([point.clientX, point.clientY]);
      if (!square || square === 'a0') return;
      event.preventDefault();
      event.stopPropagation();
      put(square, isPiece(now) ? now : undefined);
    };
    for (const name of ['mousedown', 'touchstart'] as const) wrap.addEventListener(name, press, { capture: true, passive: false });
    const observer = new ResizeObserver(() => board.redrawAll());
    observer.observe(wrap);
    return () => {
      observer.disconnect();
      board.destroy();
    };
  }, []);

  const { coordinates } = settings.value;
  const boardFen = setup ? makeBoardFen(setup.board) : '';
  useLayoutEffect(() => api.current?.set({ fen: boardFen, orientation: orientation.value, coordinates }), [boardFen, orientation.value, coordinates]);

  if (!setup) return null;
  return (
    <>
      <div class="board editing">
        <div ref={element} class="cg-wrap" aria-hidden="true" />
        <EditorGrid setup={setup} />
      </div>
      <Palette onTake={(piece, event) => api.current?.dragNewPiece(piece, event, true)} />
    </>
  );
}

// Letters put pieces as they are written in a FEN: capitals are White's.
function EditorGrid({ setup }: { setup: Setup }) {
  const [held, setHeld] = useState<SquareName | null>(null);
  const { board } = setup;
  const choose = (square: SquareName): void => {
    const now = tool.value;
    if (now !== 'move') {
      put(square, isPiece(now) ? now : undefined);
      return;
    }
    const piece = held === null ? undefined : board.get(parseSquare(held));
    if (held !== null && piece && held !== square) {
      edited.value = withPiece(withPiece(setup, held, undefined), square, piece);
      announce(`${piece.color} ${piece.role} on ${square}`);
      setHeld(null);
    } else if (held === square || !board.has(parseSquare(square))) {
      setHeld(null);
      announce(held === square ? 'Selection cancelled.' : `${square}, empty`);
    } else {
      setHeld(square);
      announce(`${spokenSquare(board, square)} selected`);
    }
  };
  const onKey = (event: KeyboardEvent, square: SquareName): boolean => {
    const role = RoleLetters[event.key.toLowerCase()];
    if (role !== undefined) put(square, { color: event.key === event.key.toUpperCase() ? 'white' : 'black', role });
    else if (event.key === 'Delete' || event.key === 'Backspace') put(square, undefined);
    else if (event.key === 'o') announce(spokenSquare(board, square));
    else if (event.key === 's') announce(describeAll(board));
    else if (event.key === 'Escape' && held !== null) setHeld(null);
    else return false;
    return true;
  };
  return (
    <SquareGrid name="Board to set up" orientation={orientation.value} onChoose={choose} onKey={onKey}
      label={square => `${spokenSquare(board, square)}${held === square ? ', selected' : ''}`} mark={square => (held === square ? 'selected' : '')} />
  );
}

// ------------------------------------------------------------------ the palette

const PaletteRoles: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

function Palette({ onTake }: { onTake: (piece: Piece, event: Press) => void }) {
  const now = tool.value;
  const isNow = (one: Tool): boolean =>
    isPiece(one) ? isPiece(now) && now.role === one.role && now.color === one.color : one === now;
  const take = (piece: Piece) => (event: Press): void => {
    if (isRight(event)) return;
    tool.value = piece;
    onTake(piece, event);
  };
  const rows: Color[] = orientation.value === 'white' ? ['black', 'white'] : ['white', 'black'];
  return (
    <fieldset class="palette cg-wrap">
      <legend class="hidden">Piece to put on the board</legend>
      {rows.map((color, row) => (
        <div key={color}>
          {PaletteRoles.map(role => (
            <label key={role} title={`${color} ${role}`} onMouseDown={take({ color, role })} onTouchStart={take({ color, role })}>
              <input type="radio" name="tool" aria-label={`${color} ${role}`} checked={isNow({ color, role })} onChange={() => (tool.value = { color, role })} />
              <span><piece class={`${color} ${role}`} /></span>
            </label>
          ))}
          <label title={row === 0 ? 'Remove pieces' : 'Move pieces'}>
            <input type="radio" name="tool" aria-label={row === 0 ? 'Remove pieces' : 'Move pieces'} checked={isNow(row === 0 ? 'remove' : 'move')}
              onChange={() => (tool.value = row === 0 ? 'remove' : 'move')} />
            <span><Icon name={row === 0 ? 'trash' : 'hand'} /></span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

// ------------------------------------------------------------------ the panel

function Castling({ setup }: { setup: Setup }) {
  const box = (color: Color, side: CastlingSide) => {
    const { possible, allowed } = castlingChoice(setup, color, side);
    return (
      <label class="check">
        <input type="checkbox" checked={allowed} disabled={!possible}
          onChange={event => (edited.value = withCastling(setup, color, side, event.currentTarget.checked))} />
        {color === 'white' ? 'White' : 'Black'} {side === 'king' ? 'O-O' : 'O-O-O'}
      </label>
    );
  };
  return (
    <fieldset class="castling"><legend>Castling is allowed</legend>
      {box('white', 'king')}{box('white', 'queen')}{box('black', 'king')}{box('black', 'queen')}
      <small class="quiet">The king and a rook must stand on their first rank.</small>
    </fieldset>
  );
}

function FenField({ setup }: { setup: Setup }) {
  const [problem, setProblem] = useState('');
  return (
    <label class="field"><span>FEN</span>
      <input value={fenOfSetup(setup)} spellcheck={false} autocomplete="off" autocapitalize="off" maxLength={200}
        onChange={event => {
          const typed = typedSetup(event.currentTarget.value);
          setProblem(typed.ok ? '' : typed.reason);
          if (typed.ok) edited.value = typed.value;
          else event.currentTarget.value = fenOfSetup(setup);
        }} />
      {problem && <span class="problem" role="status">{problem}</span>}
    </label>
  );
}

export function EditorPanel() {
  const setup = edited.value;
  if (!setup) return null;
  const fen = finished(setup);
  const passing = enPassantSquares(setup);
  return (
    <section class="card editor" aria-label="Set up a position">
      <h2>Set up a position</h2>
      <p class="quiet">Drag pieces, or choose one below the board and press the squares. A right click removes a piece.</p>
      <div class="buttons">
        <button type="button" class="button" onClick={() => (edited.value = clearedSetup(setup))}>Clear</button>
        <button type="button" class="button" onClick={() => (edited.value = startSetup())}>Start position</button>
        <IconButton icon="flip" label="Turn" text onClick={flip} />
      </div>
      <fieldset class="choices"><legend>To move</legend>
        {(['white', 'black'] as const).map(color => (
          <label key={color}><input type="radio" name="turn" checked={setup.turn === color} onChange={() => (edited.value = withTurn(setup, color))} /><span>{color === 'white' ? 'White' : 'Black'}</span></label>
        ))}
      </fieldset>
      <Castling setup={setup} />
      <label class="setting"><span>En passant {passing.length === 0 && <span class="quiet">– no pawn could capture so</span>}</span>
        <select disabled={passing.length === 0} value={setup.epSquare === undefined ? '' : makeSquare(setup.epSquare)}
          onChange={event => (edited.value = withEnPassant(setup, passing[event.currentTarget.selectedIndex - 1]))}>
          <option value="">none</option>
          {passing.map(square => <option key={square} value={square}>{square}</option>)}
        </select>
      </label>
      <FenField setup={setup} />
      <p class={`verdict ${fen.ok ? 'good' : 'wrong'}`} role="status">{fen.ok ? '✓ This position is possible.' : `✗ ${fen.reason}`}</p>
      <div class="buttons wide">
        <button type="button" class="button primary" disabled={!fen.ok} onClick={finishEditor}>Analyse this position</button>
        <button type="button" class="button" onClick={closeEditor}>Cancel</button>
      </div>
    </section>
  );
}
