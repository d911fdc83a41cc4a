// The rules of chess as the page needs them, on top of chessops. A move is a string as in UCI, and castling is always
// written as king takes rook; `forEngine` writes it as the engine expects it.
import { attacks } from 'chessops/attacks';
import type { Board } from 'chessops/board';
import { Chess, castlingSide, normalizeMove } from 'chessops/chess';
import { chessgroundDests, chessgroundMove } from 'chessops/compat';
import { INITIAL_FEN, InvalidFen, makeFen, parseFen } from 'chessops/fen';
import { makeSan, parseSan } from 'chessops/san';
import type { Setup } from 'chessops/setup';
import { type NormalMove, type Role, type SquareName, isNormal } from 'chessops/types';
import { SquareSet } from 'chessops/squareSet';
import { kingCastlesTo, makeSquare, makeUci, parseUci, squareFile, squareRank } from 'chessops/util';
import { type Result, failure, success } from './result';

export const StartFen = INITIAL_FEN;
export type Color = 'white' | 'black';
const MaxFenLength = 200;

export const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');
export const turnOf = (fen: string): Color => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

// Everything of a position but its counters: equal keys are equal positions.
export const positionKey = (fen: string): string => fen.split(' ').slice(0, 4).join(' ');

// A position from a FEN that the page itself has made.
export function positionOf(fen: string): Chess {
  return Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
}

export const fenOf = (position: Chess): string => makeFen(position.toSetup());

const FenReasons: Record<string, string> = {
  [InvalidFen.Board]: 'the squares of the board must be eight rows, separated by slashes',
  [InvalidFen.Turn]: 'the side to move must be w or b',
  [InvalidFen.Castling]: 'the castling rights must be letters like KQkq, or -',
  [InvalidFen.EpSquare]: 'the en passant square must be a square like e3, or -',
  [InvalidFen.Halfmoves]: 'the first counter must be a number',
  [InvalidFen.Fullmoves]: 'the second counter must be a number',
};

// Why there can't be such a position, by the rules of the engine (src/chess/position.cpp).
export function whyImpossible({ board, turn }: Setup): string | undefined {
  if (board.occupied.isEmpty()) return 'the board is empty';
  for (const color of ['white', 'black'] as const) {
    const name = color === 'white' ? 'White' : 'Black';
    const count = (role: Role): number => board.pieces(color, role).size();
    if (count('king') === 0) return `${name} has no king`;
    if (count('king') > 1) return `${name} has ${count('king')} kings`;
    if (count('pawn') > 8) return `${name} has ${count('pawn')} pawns`;
    const beyond = (role: Role, atStart: number): number => Math.max(0, count(role) - atStart);
    const promoted = beyond('knight', 2) + beyond('bishop', 2) + beyond('rook', 2) + beyond('queen', 1);
    if (promoted > 8 - count('pawn')) return `${name} has more pieces than its pawns could promote to`;
  }
  if (board.pawn.intersects(SquareSet.backranks())) return 'there is a pawn on the first or last rank';
  const attackers = (by: Color): number => {
    const king = board.kingOf(opposite(by));
    return king === undefined ? 0 : attacksTo(king, by, board).size();
  };
  const mover = turn === 'white' ? 'White' : 'Black';
  if (attackers(turn) > 0) return `${mover} is to move and could capture the king`;
  if (attackers(opposite(turn)) > 2) return `${mover} is in check by more than two pieces`;
  return undefined;
}

function attacksTo(square: number, by: Color, board: Board): SquareSet {
  let from = SquareSet.empty();
  for (const attacker of board[by]) {
    const piece = board.get(attacker);
    if (piece && attacks(piece, attacker, board.occupied).has(square)) from = from.with(attacker);
  }
  return from;
}

// A FEN from outside, completed and normalised.
export function readFen(text: string): Result<string> {
  const fen = text.trim().replace(/[_\s]+/g, ' ');
  if (fen === '') return failure('The FEN is empty.');
  if (fen.length > MaxFenLength) return failure('This text is too long for a FEN.');
  const setup = parseFen(fen);
  if (!setup.isOk) return failure(`This is not a FEN: ${FenReasons[setup.error.message] ?? 'it can\'t be read'}.`);
  return completed(setup.value);
}

export function completed(setup: Setup): Result<string> {
  const reason = whyImpossible(setup);
  if (reason !== undefined) return failure(`This is not a possible position: ${reason}.`);
  return success(fenOf(Chess.fromSetup(setup).unwrap()));
}

// Whether castling from this position needs the notation of Chess960.
export function isChess960(fen: string): boolean {
  const position = positionOf(fen);
  for (const rook of position.castles.castlingRights) {
    const king = position.board.kingOf(squareRank(rook) === 0 ? 'white' : 'black');
    if (king === undefined || squareFile(king) !== 4) return true;
    if (squareFile(rook) !== 0 && squareFile(rook) !== 7) return true;
  }
  return false;
}

// The legal move that this text means in UCI's notation, with castling in either form.
export function legalMove(position: Chess, uci: string): NormalMove | undefined {
  const move = parseUci(uci);
  if (!move || !isNormal(move)) return undefined;
  const normal = normalizeMove(position, move);
  return isNormal(normal) && position.isLegal(normal) ? normal : undefined;
}

export interface PlayedMove {
  uci: string;
  san: string;
  fen: string;
}

export function play(fen: string, uci: string): PlayedMove | undefined {
  const position = positionOf(fen);
  const move = legalMove(position, uci);
  return move && playOn(position, move);
}

// Plays a legal move on this position, which it changes.
export function playOn(position: Chess, move: NormalMove): PlayedMove {
  const san = makeSan(position, move);
  const uci = makeUci(move);
  position.play(move);
  return { uci, san, fen: fenOf(position) };
}

// A pass: the other side is to move. There is none in check.
export function passed(fen: string): string | undefined {
  const position = positionOf(fen);
  if (position.isCheck()) return undefined;
  position.turn = opposite(position.turn);
  position.epSquare = undefined;
  return fenOf(position);
}

// The move in the form that UCI engines read.
export function forEngine(fen: string, uci: string, chess960: boolean): string {
  if (chess960) return uci;
  const position = positionOf(fen);
  const move = parseUci(uci);
  if (!move || !isNormal(move)) return uci;
  const side = castlingSide(position, move);
  if (!side || position.board.getRole(move.from) !== 'king') return uci;
  return makeSquare(move.from) + makeSquare(kingCastlesTo(position.turn, side));
}

export interface LineMove extends PlayedMove {
  ply: number;
  pass: boolean;
}

// The moves of an engine's line with their notation, as far as they are legal. `0000` is a pass.
export function playLine(fen: string, ply: number, line: readonly string[], limit = 60): LineMove[] {
  const moves: LineMove[] = [];
  for (const uci of line.slice(0, limit)) {
    if (uci === '0000') {
      const after = passed(fen);
      if (after === undefined) break;
      ply += 1;
      fen = after;
      moves.push({ uci, san: '(pass)', fen, ply, pass: true });
    } else {
      const played = play(fen, uci);
      if (!played) break;
      ply += 1;
      fen = played.fen;
      moves.push({ ...played, ply, pass: false });
    }
  }
  return moves;
}

// "12." or "12..." before a move; `ply` counts the position after the move.
export const moveNumber = (ply: number): string => `${Math.ceil(ply / 2)}${ply % 2 === 1 ? '.' : '...'}`;

export function plyOf(fen: string): number {
  const fullmoves = Number(fen.split(' ')[5] ?? '1');
  return 2 * (Math.max(1, fullmoves) - 1) + (turnOf(fen) === 'black' ? 1 : 0);
}

export const destinations = (position: Chess, chess960: boolean): Map<SquareName, SquareName[]> =>
  chessgroundDests(position, { chess960 });

export function squaresOf(uci: string): SquareName[] {
  const move = parseUci(uci);
  return move ? chessgroundMove(move) : [];
}

// Where an arrow for a move ends: castling points to where the king goes.
export function arrowOf(fen: string, uci: string): [SquareName, SquareName] | undefined {
  const squares = squaresOf(forEngine(fen, uci, false));
  return squares[0] && squares[1] ? [squares[0], squares[1]] : undefined;
}

export function isPromotion(position: Chess, from: number, to: number): boolean {
  const rank = squareRank(to);
  return position.board.getRole(from) === 'pawn' && (rank === 0 || rank === 7);
}

// A move typed by a person: SAN with some freedom (case, missing x and +, 0-0), or UCI.
export function readMove(fen: string, text: string): Result<string> {
  const typed = text.trim().replace(/^\d+\.+\s*/, '').replace(/[!?+#]+$/, '');
  if (typed === '') return failure('Type a move, for example Nf3 or e2e4.');
  const position = positionOf(fen);
  const castles = /^[o0]-?[o0](-?[o0])?$/i.exec(typed);
  const attempts = castles
    ? [castles[1] ? 'O-O-O' : 'O-O']
    : [typed, typed.replace(/[-x:]/gi, ''), capitalised(typed), capitalised(typed).replace(/[-x:]/gi, '')];
  for (const attempt of attempts) {
    const san = parseSan(position, attempt) ?? parseSan(position, withPromotion(attempt));
    if (san) return success(makeUci(san));
    const uci = legalMove(position, attempt.toLowerCase());
    if (uci) return success(makeUci(uci));
  }
  const bare = capitalised(typed).replace(/[-x:]/gi, '');
  for (const capture of [bare.replace(/([a-h][1-8])/, 'x$1'), bare.replace(/^([a-h])([a-h][1-8])/i, '$1x$2')]) {
    const move = parseSan(position, capture) ?? parseSan(position, withPromotion(capture));
    if (move) return success(makeUci(move));
  }
  return failure(`“${typed.slice(0, 20)}” is not a legal move here.`);
}

const capitalised = (text: string): string => text.replace(/^([nrqk])/, letter => letter.toUpperCase());
const withPromotion = (text: string): string => text.replace(/([18])=?([nbrq])$/i, (_, rank: string, piece: string) => `${rank}=${piece.toUpperCase()}`);

export type GameEnd = 'checkmate' | 'stalemate' | 'insufficient material' | 'repetition' | 'fifty moves';

// How the game ends in the last of these positions, if it does.
export function endOf(fens: readonly string[]): GameEnd | undefined {
  const last = fens[fens.length - 1];
  if (last === undefined) return undefined;
  const position = positionOf(last);
  if (position.isCheckmate()) return 'checkmate';
  if (position.isStalemate()) return 'stalemate';
  if (position.isInsufficientMaterial()) return 'insufficient material';
  if (position.halfmoves >= 100) return 'fifty moves';
  const key = positionKey(last);
  const reversible = fens.slice(-1 - position.halfmoves);
  if (reversible.filter(fen => positionKey(fen) === key).length >= 3) return 'repetition';
  return undefined;
}

export const RoleNames: Record<Role, string> = {
  pawn: 'pawn', knight: 'knight', bishop: 'bishop', rook: 'rook', queen: 'queen', king: 'king',
};

// The start positions of Chess960 by their numbers, 0 to 959; 518 is the usual one.
export function chess960Start(number: number): string {
  const row: string[] = Array<string>(8).fill('');
  const free = (): number[] => row.flatMap((piece, file) => (piece === '' ? [file] : []));
  let rest = Math.max(0, Math.min(959, Math.floor(number)));
  row[2 * (rest % 4) + 1] = 'b';
  rest = Math.floor(rest / 4);
  row[2 * (rest % 4)] = 'b';
  rest = Math.floor(rest / 4);
  row[free()[rest % 6] ?? 0] = 'q';
  rest = Math.floor(rest / 6);
  const pairs = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
  const knights = free();
  for (const index of pairs[rest] ?? []) row[knights[index] ?? 0] = 'n';
  const [first, king, second] = free();
  row[first ?? 0] = 'r';
  row[king ?? 0] = 'k';
  row[second ?? 0] = 'r';
  const pieces = row.join('');
  return fenOf(positionOf(`${pieces}/pppppppp/8/8/8/8/PPPPPPPP/${pieces.toUpperCase()} w KQkq - 0 1`));
}
