// Positions and moves in words, for screen readers.
import type { Board } from 'chessops/board';
import type { Role, SquareName } from 'chessops/types';
import { makeSquare, parseSquare } from 'chessops/util';
import { type Color, moveNumber } from '../chess/rules';
import type { MoveNode } from '../chess/move_tree';

export function spokenSquare(board: Board, square: SquareName): string {
  const piece = board.get(parseSquare(square));
  return piece ? `${square}, ${piece.color} ${piece.role}` : `${square}, empty`;
}

const Roles: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

// "White: king e1, rooks a1 and h1, ..."
export function describeAll(board: Board): string {
  const side = (color: Color): string => {
    const parts = Roles.flatMap(role => {
      const squares = [...board.pieces(color, role)].map(makeSquare);
      if (squares.length === 0) return [];
      return [`${role}${squares.length > 1 ? 's' : ''} ${squares.join(' ')}`];
    });
    return `${color === 'white' ? 'White' : 'Black'}: ${parts.join(', ')}.`;
  };
  return `${side('white')} ${side('black')}`;
}

const Pieces: Record<string, string> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };

// "knight takes f3, check"
export function spokenSan(san: string): string {
  if (san.startsWith('O-O-O')) return `castles queenside${ending(san)}`;
  if (san.startsWith('O-O')) return `castles kingside${ending(san)}`;
  const words = san
    .replace(/[+#]/g, '')
    .replace(/=([QRBN])/, (_, piece: string) => ` promotes to ${Pieces[piece] ?? ''}`)
    .replace(/^[KQRBN]/, piece => `${Pieces[piece] ?? ''} `)
    .replace('x', ' takes ');
  return words.replace(/\s+/g, ' ').trim() + ending(san);
}

const ending = (san: string): string => (san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '');

export const spokenMove = (node: MoveNode): string =>
  node.parent ? `${moveNumber(node.ply)} ${spokenSan(node.san)}` : 'Start of the game';
