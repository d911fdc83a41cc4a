// Setting up a position: the tool in the user's hand, and the way in and out.
import { batch, signal } from '@preact/signals';
import type { Piece, SquareName } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { MoveTree } from '../chess/move_tree';
import { editedFrom, finished, withPiece } from '../chess/position_editor';
import { announce, edited, mode, notify, openTree, shownFen } from './state';

export type Tool = 'move' | 'remove' | Piece;
export const tool = signal<Tool>('move');

export function openEditor(): void {
  batch(() => {
    tool.value = 'move';
    edited.value = editedFrom(shownFen.value);
    mode.value = 'analyse';
  });
  scrollTo({ top: 0 });
  announce('Set up a position.');
}

export function closeEditor(): void {
  edited.value = null;
}

// Opens the position for analysis if there can be one like it.
export function finishEditor(): void {
  if (!edited.value) return;
  const fen = finished(edited.value);
  if (fen.ok) {
    openTree(new MoveTree(fen.value));
    announce('Position opened.');
  } else notify(fen.reason, 'error');
}

// Puts the piece on the square; a piece of the same kind is removed instead.
export function put(square: SquareName, piece: Piece | undefined): void {
  const setup = edited.value;
  if (!setup) return;
  const there = setup.board.get(parseSquare(square));
  const same = piece && there?.color === piece.color && there.role === piece.role;
  const next = same ? undefined : piece;
  edited.value = withPiece(setup, square, next);
  announce(next ? `${next.color} ${next.role} on ${square}` : `${square} empty`);
}
