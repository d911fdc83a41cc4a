// The board twice: chessground for eye, mouse and touch, and above it a grid of real buttons for keyboards and screen
// readers, through which the mouse passes. Both show the same position and make the same moves.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { CommentShape } from 'chessops/pgn';
import type { Role, SquareName } from 'chessops/types';
import { makeSquare, parseSquare } from 'chessops/util';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Color, destinations, isPromotion, legalMove, positionOf, squaresOf, turnOf } from '../chess/rules';
import { announce, reducedMotion, settings } from '../app/state';
import { describeAll, spokenSquare } from './spoken';
import { RoleLetters, SquareGrid } from './square_grid';

export interface BoardProps {
  fen: string;
  orientation: Color;
  chess960: boolean;
  lastMove?: string;
  movable: Color | 'both' | 'none';
  shapes: DrawShape[];
  drawn?: CommentShape[]; // by the user
  onDraw?: (shapes: CommentShape[]) => void;
  onMove: (uci: string) => void;
  onCommand?: (command: string) => void;
}

interface Promotion {
  from: SquareName;
  to: SquareName;
  color: Color;
}

const Promotions: Role[] = ['queen', 'knight', 'rook', 'bishop'];
const Letters: Partial<Record<Role, string>> = { queen: 'q', knight: 'n', rook: 'r', bishop: 'b' };

export function Board(props: BoardProps) {
  const element = useRef<HTMLDivElement>(null);
  const api = useRef<Api | null>(null);
  const draw = useRef<() => void>(() => undefined);
  const latest = useRef(props);
  latest.current = props;
  const [promotion, setPromotion] = useState<Promotion | null>(null);
  const { fen, orientation, chess960, movable } = props;
  const position = useMemo(() => positionOf(fen), [fen]);
  const dests = useMemo(
    () => (movable === 'none' || (movable !== 'both' && movable !== position.turn) ? new Map<SquareName, SquareName[]>() : destinations(position, chess960)),
    [position, movable, chess960],
  );

  const tryMove = (from: SquareName, to: SquareName): void => {
    const now = latest.current;
    const at = positionOf(now.fen);
    if (isPromotion(at, parseSquare(from), parseSquare(to)) && legalMove(at, `${from}${to}q`)) {
      setPromotion({ from, to, color: at.turn });
      return;
    }
    now.onMove(from + to);
    // A move that was not accepted must not stay on the board.
    requestAnimationFrame(() => {
      if (latest.current.fen === now.fen) draw.current();
    });
  };
  const cancelPromotion = (): void => {
    setPromotion(null);
    draw.current();
  };

  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const board = Chessground(element.current, {
      movable: { free: false, showDests: true, rookCastle: true, events: { after: (from, to) => tryMove(from as SquareName, to as SquareName) } },
      premovable: { enabled: false },
      draggable: { showGhost: true },
      drawable: {
        enabled: true,
        eraseOnMovablePieceClick: false,
        onChange: shapes => latest.current.onDraw?.(shapes.flatMap(toComment)),
      },
      disableContextMenu: true,
      addDimensionsCssVarsTo: document.documentElement,
    });
    api.current = board;
    // chessground remembers where the board is on the screen; the page may have moved it since.
    const forgetPlace = (): void => board.state.dom.bounds.clear();
    const wrap = element.current;
    for (const name of ['mousedown', 'touchstart'] as const) wrap.addEventListener(name, forgetPlace, { capture: true, passive: true });
    const observer = new ResizeObserver(() => board.redrawAll());
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      board.destroy();
    };
  }, []);

  const { coordinates, animation } = settings.value;
  useLayoutEffect(() => {
    setPromotion(null);
    const config: Config = {
      fen,
      orientation,
      turnColor: position.turn,
      check: position.isCheck(),
      lastMove: props.lastMove ? squaresOf(props.lastMove).slice(0, 2) : undefined,
      coordinates,
      animation: { enabled: animation && !reducedMotion.matches, duration: 180 },
      movable: { color: movable === 'none' ? undefined : movable, dests },
      drawable: { shapes: (props.drawn ?? []).map(fromComment) },
    };
    draw.current = () => api.current?.set(config);
    draw.current();
  }, [fen, orientation, movable, dests, props.lastMove, coordinates, animation, props.drawn]);

  useEffect(() => api.current?.setAutoShapes(props.shapes), [props.shapes]);

  return (
    <div class="board">
      <div ref={element} class="cg-wrap" aria-hidden="true" />
      <MoveGrid fen={fen} orientation={orientation} dests={dests} onMove={tryMove} onCommand={props.onCommand} />
      {promotion && (
        <div class="promotion-shade" onClick={cancelPromotion}>
          <div class="promotion cg-wrap" role="dialog" aria-label="Promote the pawn to" style={promotionPlace(promotion, orientation)}
            onKeyDown={event => event.key === 'Escape' && (event.preventDefault(), cancelPromotion())}>
            {Promotions.map((role, index) => (
              <button key={role} type="button" aria-label={role} ref={button => { if (index === 0) button?.focus(); }}
                onClick={event => {
                  event.stopPropagation();
                  setPromotion(null);
                  props.onMove(promotion.from + promotion.to + (Letters[role] ?? 'q'));
                }}>
                <piece class={`${promotion.color} ${role}`} />
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function promotionPlace({ to, color }: Promotion, orientation: Color): Record<string, string> {
  const file = to.charCodeAt(0) - 97;
  const column = orientation === 'white' ? file : 7 - file;
  return { left: `${12.5 * column}%`, [color === orientation ? 'top' : 'bottom']: '0' };
}

function toComment(shape: DrawShape): CommentShape[] {
  const from = parseSquare(shape.orig);
  const to = shape.dest === undefined ? from : parseSquare(shape.dest);
  const color = shape.brush === 'red' || shape.brush === 'blue' || shape.brush === 'yellow' ? shape.brush : 'green';
  return from === undefined || to === undefined ? [] : [{ color, from, to }];
}

function fromComment({ color, from, to }: CommentShape): DrawShape {
  const shape: DrawShape = { orig: makeSquare(from), brush: color };
  if (to !== from) shape.dest = makeSquare(to);
  return shape;
}

// ------------------------------------------------------------------ the board for keyboards and screen readers

interface GridProps {
  fen: string;
  orientation: Color;
  dests: Map<SquareName, SquareName[]>;
  onMove: (from: SquareName, to: SquareName) => void;
  onCommand?: ((command: string) => void) | undefined;
}

function MoveGrid({ fen, orientation, dests, onMove, onCommand }: GridProps) {
  const [selected, setSelected] = useState<SquareName | null>(null);
  const { board } = useMemo(() => positionOf(fen), [fen]);
  useEffect(() => setSelected(null), [fen]);
  const isTarget = (square: SquareName): boolean => selected !== null && (dests.get(selected)?.includes(square) ?? false);

  const choose = (square: SquareName): void => {
    if (selected !== null && isTarget(square)) {
      setSelected(null);
      onMove(selected, square);
    } else if (selected === square) {
      setSelected(null);
      announce('Selection cancelled.');
    } else if (dests.has(square)) {
      setSelected(square);
      announce(`${spokenSquare(board, square)} selected. It can move to ${(dests.get(square) ?? []).join(', ')}.`);
    } else {
      announce(selected === null ? `No move from ${square}.` : `${selected} can't move to ${square}.`);
    }
  };

  const onKey = (event: KeyboardEvent, square: SquareName, go: (square: SquareName) => void): boolean => {
    switch (event.key) {
      case 'Escape':
        if (selected === null) return false;
        setSelected(null);
        return true;
      case 'o': announce(spokenSquare(board, square)); return true;
      case 'm': announce(dests.get(square)?.length ? `From ${square} to ${(dests.get(square) ?? []).join(', ')}.` : `No move from ${square}.`); return true;
      case 's': announce(describeAll(board)); return true;
      case 'l': case 'v': case 'g': onCommand?.(event.key); return true;
    }
    const role = RoleLetters[event.key.toLowerCase()];
    if (role === undefined) return false;
    // To the next man of this kind, or with Shift to the one before.
    const squares = [...board[role]].map(makeSquare);
    const at = squares.indexOf(square);
    const next = squares[at < 0 ? 0 : (at + (event.shiftKey ? squares.length - 1 : 1)) % squares.length];
    if (next) go(next);
    else announce(`No ${role}.`);
    return true;
  };

  return (
    <SquareGrid name={`Chess board, ${turnOf(fen)} to move`} orientation={orientation} onChoose={choose} onKey={onKey}
      label={square => `${spokenSquare(board, square)}${selected === square ? ', selected' : ''}`}
      mark={square => (selected === square ? 'selected' : isTarget(square) ? 'target' : '')} />
  );
}
