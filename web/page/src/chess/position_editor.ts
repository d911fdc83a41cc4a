// A position that is being set up. It may be impossible; `finished` says whether it is, and why. Each function gives a new
// position, whose castling rights and en passant square are dropped where the board no longer allows them.
import { Board } from 'chessops/board';
import { makeBoardFen, makeFen, parseBoardFen, parseFen } from 'chessops/fen';
import type { Setup } from 'chessops/setup';
import { SquareSet } from 'chessops/squareSet';
import type { Piece, Square, SquareName } from 'chessops/types';
import { makeSquare, parseSquare, squareFile, squareRank } from 'chessops/util';
import { type Result, failure } from './result';
import { type Color, StartFen, completed, opposite } from './rules';

export type CastlingSide = 'king' | 'queen';

export const editedFrom = (fen: string): Setup => parseFen(fen).unwrap();
export const startSetup = (): Setup => editedFrom(StartFen);

export const clearedSetup = (setup: Setup): Setup => tidy({ ...setup, board: Board.empty() });

// The board of another drawing of the same position, such as chessground's.
export function withBoardFen(setup: Setup, boardFen: string): Setup {
  const board = parseBoardFen(boardFen);
  if (!board.isOk || makeBoardFen(setup.board) === boardFen) return setup;
  return tidy({ ...setup, board: board.value });
}

// The piece on the square, or none.
export function withPiece(setup: Setup, square: SquareName, piece: Piece | undefined): Setup {
  const board = setup.board.clone();
  if (piece) board.set(parseSquare(square), piece);
  else board.take(parseSquare(square));
  return tidy({ ...setup, board });
}

export const withTurn = (setup: Setup, turn: Color): Setup => tidy({ ...setup, turn });

export function withEnPassant(setup: Setup, square: SquareName | undefined): Setup {
  return tidy({ ...setup, epSquare: square === undefined ? undefined : parseSquare(square) });
}

// ------------------------------------------------------------------ castling

const homeRank = (color: Color): SquareSet => SquareSet.fromRank(color === 'white' ? 0 : 7);

// The rooks on this side of a king on its first rank, the outermost first.
function castlingRooks({ board }: Setup, color: Color, side: CastlingSide): Square[] {
  const king = board.kingOf(color);
  if (king === undefined || !homeRank(color).has(king)) return [];
  const rooks = [...board.pieces(color, 'rook').intersect(homeRank(color))];
  return side === 'king' ? rooks.filter(rook => rook > king).reverse() : rooks.filter(rook => rook < king);
}

export interface CastlingChoice {
  possible: boolean; // king and rook stand on the first rank
  allowed: boolean;
}

export function castlingChoice(setup: Setup, color: Color, side: CastlingSide): CastlingChoice {
  const rooks = castlingRooks(setup, color, side);
  return { possible: rooks.length > 0, allowed: rooks.some(rook => setup.castlingRights.has(rook)) };
}

// With several rooks on that side the right belongs to the outermost, as in FEN.
export function withCastling(setup: Setup, color: Color, side: CastlingSide, allowed: boolean): Setup {
  const rooks = castlingRooks(setup, color, side);
  let rights = setup.castlingRights;
  for (const rook of rooks) rights = rights.without(rook);
  if (allowed && rooks[0] !== undefined) rights = rights.with(rooks[0]);
  return { ...setup, castlingRights: rights };
}

// ------------------------------------------------------------------ en passant

// The squares on which the side to move could capture en passant: the other side's pawn may just have passed them.
export function enPassantSquares({ board, turn }: Setup): SquareName[] {
  const [rank, forward] = turn === 'white' ? [5, 8] : [2, -8];
  const squares: SquareName[] = [];
  for (let square = 8 * rank; square < 8 * rank + 8; square += 1) {
    const pawn = square - forward;
    if (!board.pieces(opposite(turn), 'pawn').has(pawn) || board.has(square) || board.has(square + forward)) continue;
    const mine = board.pieces(turn, 'pawn');
    const beside = [pawn - 1, pawn + 1].filter(at => squareRank(at) === squareRank(pawn) && Math.abs(squareFile(at) - squareFile(pawn)) === 1);
    if (beside.some(at => mine.has(at))) squares.push(makeSquare(square));
  }
  return squares;
}

// ------------------------------------------------------------------

function tidy(setup: Setup): Setup {
  let rights = SquareSet.empty();
  for (const color of ['white', 'black'] as const) {
    for (const side of ['king', 'queen'] as const) {
      for (const rook of castlingRooks(setup, color, side)) if (setup.castlingRights.has(rook)) rights = rights.with(rook);
    }
  }
  const { epSquare } = setup;
  const passing = epSquare !== undefined && enPassantSquares(setup).includes(makeSquare(epSquare));
  // What has been changed by hand has no history of quiet moves.
  return { ...setup, castlingRights: rights, epSquare: passing ? epSquare : undefined, halfmoves: 0 };
}

// The position as it stands, possible or not.
export const fenOfSetup = (setup: Setup): string => makeFen(setup);

// The FEN of the position, or the reason why it can't be used.
export const finished = (setup: Setup): Result<string> => completed(setup);

// A FEN that the user has typed; the position may be impossible.
export function typedSetup(text: string): Result<Setup> {
  const setup = parseFen(text.trim().replace(/[_\s]+/g, ' ').slice(0, 200));
  return setup.isOk ? { ok: true, value: setup.value } : failure('This is not a FEN.');
}
