import { describe, expect, it } from 'vitest';
import {
  castlingChoice, clearedSetup, editedFrom, enPassantSquares, fenOfSetup, finished, startSetup, typedSetup, withBoardFen, withCastling, withEnPassant,
  withPiece, withTurn,
} from '../src/chess/position_editor';
import { StartFen } from '../src/chess/rules';

const reasonOf = (fen: string): string => {
  const result = finished(editedFrom(fen));
  return result.ok ? '' : result.reason.replace('This is not a possible position: ', '');
};

describe('setting up a position', () => {
  it('builds a position piece by piece', () => {
    let setup = clearedSetup(startSetup());
    expect(fenOfSetup(setup)).toBe('8/8/8/8/8/8/8/8 w - - 0 1');
    setup = withPiece(setup, 'e1', { color: 'white', role: 'king' });
    setup = withPiece(setup, 'e8', { color: 'black', role: 'king' });
    setup = withPiece(setup, 'h1', { color: 'white', role: 'rook' });
    setup = withPiece(setup, 'a7', { color: 'black', role: 'queen' });
    setup = withPiece(setup, 'a7', undefined);
    expect(castlingChoice(setup, 'white', 'king')).toEqual({ possible: true, allowed: false });
    expect(castlingChoice(setup, 'white', 'queen')).toEqual({ possible: false, allowed: false });
    setup = withTurn(withCastling(setup, 'white', 'king', true), 'black');
    expect(finished(setup)).toEqual({ ok: true, value: '4k3/8/8/8/8/8/8/4K2R b K - 0 1' });
  });

  it('drops rights that the board no longer allows', () => {
    const start = startSetup();
    expect(fenOfSetup(withPiece(start, 'h1', undefined))).toContain(' w Qkq ');
    expect(fenOfSetup(withPiece(start, 'e8', undefined))).toContain(' w KQ ');
    expect(fenOfSetup(withBoardFen(start, 'rnbq1bnr/ppppkppp/8/8/8/8/PPPPPPPP/RNBQKBNR'))).toContain(' w KQ ');
    expect(fenOfSetup(withCastling(start, 'black', 'queen', false))).toContain(' w KQk ');
    expect(withBoardFen(start, 'nonsense')).toBe(start);
  });

  it('keeps the right of an inner rook, and gives new ones to the outermost', () => {
    const inner = editedFrom('4k3/8/8/8/8/8/8/4KR1R w F - 0 1');
    expect(castlingChoice(inner, 'white', 'king')).toEqual({ possible: true, allowed: true });
    expect(finished(withPiece(inner, 'a1', { color: 'white', role: 'rook' }))).toEqual({ ok: true, value: '4k3/8/8/8/8/8/8/R3KR1R w F - 0 1' });
    const again = withCastling(withCastling(inner, 'white', 'king', false), 'white', 'king', true);
    expect(finished(again)).toEqual({ ok: true, value: '4k3/8/8/8/8/8/8/4KR1R w K - 0 1' });
  });

  it('offers en passant where a pawn could capture', () => {
    const setup = editedFrom('4k3/8/8/3pPp2/p7/8/1P6/4K3 w - - 7 20');
    expect(enPassantSquares(setup)).toEqual(['d6', 'f6']);
    expect(finished(withEnPassant(setup, 'd6'))).toEqual({ ok: true, value: '4k3/8/8/3pPp2/p7/8/1P6/4K3 w - d6 0 20' });
    expect(fenOfSetup(withTurn(withEnPassant(setup, 'd6'), 'black'))).toContain(' b - - ');
    expect(enPassantSquares(editedFrom('4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1'))).toEqual([]);
    expect(enPassantSquares(editedFrom('4k3/8/8/p6P/8/8/8/4K3 w - - 0 1'))).toEqual([]);
    expect(enPassantSquares(editedFrom('4k3/8/8/8/Pp6/8/8/4K3 b - - 0 1'))).toEqual(['a3']);
  });

  it('says in words what is impossible', () => {
    expect(reasonOf('8/8/8/8/8/8/8/8 w - - 0 1')).toBe('the board is empty.');
    expect(reasonOf('8/8/8/8/8/8/8/4K3 w - - 0 1')).toBe('Black has no king.');
    expect(reasonOf('4k3/8/8/8/8/8/8/4KK2 w - - 0 1')).toBe('White has 2 kings.');
    expect(reasonOf('4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1')).toBe('White has 9 pawns.');
    expect(reasonOf('4k3/pppppppp/8/8/8/8/qq6/4K3 w - - 0 1')).toBe('Black has more pieces than its pawns could promote to.');
    expect(reasonOf('4k2P/8/8/8/8/8/8/4K3 w - - 0 1')).toBe('there is a pawn on the first or last rank.');
    expect(reasonOf('4k3/8/8/8/8/8/4R3/4K3 w - - 0 1')).toBe('White is to move and could capture the king.');
    expect(reasonOf('8/8/8/3kK3/8/8/8/8 b - - 0 1')).toBe('Black is to move and could capture the king.');
    expect(reasonOf('4k3/8/8/1B3n2/8/3N1N2/4R3/4K3 b - - 0 1')).toBe('');
    expect(reasonOf('4k3/8/3N4/1B6/8/8/4R3/4K3 b - - 0 1')).toBe('Black is in check by more than two pieces.');
    expect(finished(startSetup())).toEqual({ ok: true, value: StartFen });
  });

  it('reads typed FENs, also of impossible positions', () => {
    expect(typedSetup('8/8/8/8/8/8/8/4K3_b').ok).toBe(true);
    expect(typedSetup('nonsense')).toEqual({ ok: false, reason: 'This is not a FEN.' });
  });
});
