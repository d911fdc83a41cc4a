import { describe, expect, it } from 'vitest';
import { readGame, readInput, splitGames, writeGame } from '../src/chess/pgn';

const Annotated = `[Event "Casual"]
[White "Ann"]
[Black "Ben"]
[Result "1-0"]

{ Before the game } 1. e4 $1 { [%clk 0:05:00] [%cal Ge2e4] A good start } (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 2. Nf3 1-0
`;

describe('PGN', () => {
  it('keeps variations, comments, glyphs, arrows and clocks', () => {
    const game = readGame(Annotated);
    if (!game.ok) throw new Error(game.reason);
    const { tree, problem } = game.value;
    expect(problem).toBeUndefined();
    expect(tree.root.comment).toBe('Before the game');
    const [e4, d4] = tree.root.children;
    expect(e4).toMatchObject({ san: 'e4', glyphs: [1], comment: 'A good start', clock: 300 });
    expect(e4?.shapes).toHaveLength(1);
    expect(d4?.children.map(child => child.san)).toEqual(['d5', 'Nf6']);
    const again = readGame(writeGame(tree));
    if (!again.ok) throw new Error(again.reason);
    expect(writeGame(again.value.tree)).toBe(writeGame(tree));
    expect(writeGame(tree)).toContain('[White "Ann"]');
  });

  it('adds what a report says', () => {
    const game = readGame('1. f3 e5 2. g4 Qh4# 0-1');
    if (!game.ok) throw new Error(game.reason);
    const move = game.value.tree.mainline()[2];
    const text = writeGame(game.value.tree, new Map([[move?.id ?? 0, { nag: 4, comment: 'Blunder {sic}.', evaluation: { mate: -1 }, variation: ['e4', 'Nc6'] }]]));
    expect(text.replace(/\s+/g, ' ')).toContain('2. g4 $4 { Blunder (sic). [%eval #-1] } ( 2. e4 Nc6 )');
  });

  it('stops at an illegal move and says where', () => {
    const game = readGame('1. e4 e5 2. Nf6 Nc6');
    if (!game.ok) throw new Error(game.reason);
    expect(game.value.problem).toBe("3. Nf6 can't be played; what follows was left out.".replace('3.', '2.'));
    expect(game.value.tree.mainline()).toHaveLength(2);
  });

  it('refuses text without moves, wrong FENs and other variants', () => {
    for (const [text, reason] of [
      ['hello world', 'There are no moves in this text.'],
      ['[FEN "8/8/8 w - - 0 1"]\n\n1. e4', "The FEN of this game can't be used."],
      ['[Variant "Atomic"]\n\n1. e4', 'Skua does not play the variant'],
      ['1. Qh8', "can't be played"],
    ] as const) {
      const game = readGame(text);
      expect(game.ok ? '' : game.reason).toContain(reason);
    }
  });

  it('splits a file, minding comments', () => {
    const games = splitGames(`${Annotated}\n[Event "Two"]\n\n1. d4 {\n[Event "not a header"]\n} d5 *\n\n[Event "Three"]\n[White "O\\"Neil"]\n\n*\n`);
    expect(games.map(game => game.headers.get('Event'))).toEqual(['Casual', 'Two', 'Three']);
    expect(games[2]?.headers.get('White')).toBe('O"Neil');
  });

  it('reads five megabytes quickly', () => {
    const text = Annotated.repeat(Math.ceil((5 << 20) / Annotated.length));
    const input = readInput(text);
    expect(input.ok && input.value.kind === 'games' && input.value.games.length).toBeGreaterThan(20_000);
  });

  it('reads a game of 20,000 plies', () => {
    const moves: string[] = [];
    for (let move = 0; move < 10_000; move += 1) moves.push(move % 2 === 0 ? `${move + 1}. Nf3 Nf6` : `${move + 1}. Ng1 Ng8`);
    const game = readGame(moves.join(' '));
    if (!game.ok) throw new Error(game.reason);
    expect(game.value.problem).toBeUndefined();
    const line = game.value.tree.mainline();
    expect(line).toHaveLength(20_000);
    expect(line.at(-1)?.ply).toBe(20_000);
    expect(writeGame(game.value.tree)).toContain('9998. Ng1 Ng8');
  });

  it('stops at a limit of moves that it reads, also if they are the same', () => {
    const game = readGame(`1. e4 ${'(1. d4 '.repeat(70_000)}`);
    expect(game).toEqual({ ok: false, reason: 'Only the first 60000 moves were read.' });
  });

  it('tells FEN from PGN, and says what is wrong', () => {
    expect(readInput('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')).toMatchObject({ ok: true, value: { kind: 'position' } });
    expect(readInput('8/8/8/8/8/8/8/8 w - - 0 1')).toEqual({ ok: false, reason: 'This is not a possible position: the board is empty.' });
    expect(readInput('rnbqkbnr/ppp/8/8 w')).toMatchObject({ ok: false });
    expect(readInput('  ')).toMatchObject({ ok: false });
    expect(readInput('@@@@ 12345')).toMatchObject({ ok: false });
  });

  it('reads and writes Chess960', () => {
    const text = '[Variant "Chess960"]\n[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"]\n[SetUp "1"]\n\n1. f4 f5 2. O-O O-O *';
    const game = readGame(text);
    if (!game.ok) throw new Error(game.reason);
    expect(game.value.tree.chess960).toBe(true);
    expect(game.value.tree.mainline().map(node => node.uci)).toEqual(['f2f4', 'f7f5', 'f1g1', 'f8g8']);
    expect(writeGame(game.value.tree)).toContain('[Variant "Chess960"]');
  });
});
