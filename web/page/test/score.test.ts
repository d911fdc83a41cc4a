import { describe, expect, it } from 'vitest';
import { errorLabel, formatScore, spokenScore, whitePoints } from '../src/chess/score';

describe('scores', () => {
  it('are written as players expect them', () => {
    expect([{ cp: 31 }, { cp: -5 }, { cp: 0 }, { mate: 3 }, { mate: -2 }].map(formatScore)).toEqual(['+0.31', '-0.05', '0.00', '#3', '#-2']);
    expect(spokenScore({ mate: -2 })).toBe('Black mates in 2');
    expect(spokenScore({ cp: 160 })).toBe('White is better by 1.6 pawns');
  });

  it('become expected points as in the engine', () => {
    expect(whitePoints({ cp: 0 })).toBe(50);
    expect(whitePoints({ cp: 20 })).toBeCloseTo(54.4, 0);
    expect(whitePoints({ cp: 65 })).toBeCloseTo(64.9, 0);
    expect(whitePoints({ mate: 1 })).toBe(100);
  });

  it('label moves as the engine does', () => {
    expect(errorLabel({ cp: 8 }, { cp: 65 }, 'black')).toBe('mistake');
    expect(errorLabel({ cp: 41 }, { cp: -330 }, 'white')).toBe('blunder');
    expect(errorLabel({ cp: -570 }, { mate: -1 }, 'white')).toBe('inaccuracy');
    expect(errorLabel({ mate: 1 }, { cp: -649 }, 'white')).toBe('blunder');
    expect(errorLabel({ cp: 10 }, { cp: 12 }, 'white')).toBeUndefined();
    expect(errorLabel({ mate: 1 }, { mate: 5 }, 'white')).toBeUndefined();
    expect(errorLabel({ mate: 1 }, { tb: 5 }, 'white')).toBeUndefined();
    expect(errorLabel({ mate: 1 }, { tb: -5 }, 'white')).toBe('blunder');
    expect(errorLabel({ tb: -5 }, { mate: -3 }, 'white')).toBeUndefined();
  });
});
