import { describe, expect, it } from 'vitest';
import { StartFen, chess960Start, endOf, forEngine, isChess960, passed, play, playLine, readFen, readMove } from '../src/chess/rules';

const Castling = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1';

describe('rules', () => {
  it('completes and refuses FENs', () => {
    expect(readFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR')).toMatchObject({ ok: true });
    expect(readFen(StartFen.replaceAll(' ', '_'))).toEqual({ ok: true, value: StartFen });
    for (const bad of ['', 'x', '8/8/8/8/8/8/8/8 w - - 0 1', 'k7/8/8/8/8/8/8/K6P w - - 0 1', 'k6R/8/8/8/8/8/8/K7 w - - 0 1', 'a'.repeat(500)]) {
      expect(readFen(bad).ok, bad).toBe(false);
    }
  });

  it('hands castling to the engine as it expects it', () => {
    expect(forEngine(Castling, 'e1h1', false)).toBe('e1g1');
    expect(forEngine(Castling, 'e1a1', false)).toBe('e1c1');
    expect(forEngine(Castling, 'e1h1', true)).toBe('e1h1');
    expect(forEngine(StartFen, 'e2e4', false)).toBe('e2e4');
  });

  it('reads typed moves', () => {
    for (const [fen, text, uci] of [
      [StartFen, 'nf3', 'g1f3'], [StartFen, '1. e4', 'e2e4'], [StartFen, 'e2-e4', 'e2e4'], [StartFen, 'Ng1f3', 'g1f3'],
      [Castling, '0-0', 'e1h1'], [Castling, 'ooo', 'e1a1'], [Castling, 'e1g1', 'e1h1'],
      ['1k6/6P1/8/8/8/8/8/1K6 w - - 0 1', 'g8q', 'g7g8q'], ['1k6/6P1/8/8/8/8/8/1K6 w - - 0 1', 'g8=n', 'g7g8n'],
      ['rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', 'ed5', 'e4d5'],
      ['rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', 'exd5', 'e4d5'],
    ] as const) {
      expect(readMove(fen, text), text).toEqual({ ok: true, value: uci });
    }
    expect(readMove(StartFen, 'Qh5')).toEqual({ ok: false, reason: '“Qh5” is not a legal move here.' });
  });

  it('passes, but not in check', () => {
    expect(passed(StartFen)).toContain(' b ');
    expect(passed('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1')).toBeUndefined();
  });

  it('plays lines with passes, as far as they are legal', () => {
    const line = playLine(StartFen, 0, ['0000', 'e7e5', 'e2e4', 'e2e4']);
    expect(line.map(move => move.san)).toEqual(['(pass)', 'e5', 'e4']);
    expect(line.at(-1)?.ply).toBe(3);
  });

  it('knows Chess960', () => {
    expect(chess960Start(518)).toBe(StartFen);
    expect(chess960Start(0)).toMatch(/^bbqnnrkr\//);
    expect(chess960Start(959)).toMatch(/^rkrnnqbb\//);
    expect(isChess960(StartFen)).toBe(false);
    expect(isChess960(chess960Start(0))).toBe(true);
    expect(new Set(Array.from({ length: 960 }, (_, number) => chess960Start(number))).size).toBe(960);
  });

  it('knows how games end', () => {
    expect(endOf([StartFen])).toBeUndefined();
    expect(endOf(['7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'])).toBe('stalemate');
    expect(endOf(['7k/6Q1/6K1/8/8/8/8/8 b - - 0 1'])).toBe('checkmate');
    expect(endOf(['7k/8/6K1/8/8/8/8/8 b - - 0 1'])).toBe('insufficient material');
    expect(endOf(['7k/8/6K1/8/8/8/8/R7 b - - 100 90'])).toBe('fifty moves');
    const fens = [StartFen];
    for (const move of ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1', 'f6g8']) fens.push(play(fens.at(-1) ?? '', move)?.fen ?? '');
    expect(endOf(fens)).toBe('repetition');
    expect(endOf(fens.slice(0, -1))).toBeUndefined();
  });
});
