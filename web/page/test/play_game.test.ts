import { describe, expect, it } from 'vitest';
import { PlayGame, acceptsDraw, isSavedGame, readTimeControl, resultOf, wordsFor } from '../src/app/play_game';
import { StartFen } from '../src/chess/rules';

const settings = { user: 'white' as const, elo: 1500, time: { base: 60_000, increment: 2000 }, fen: StartFen, chess960: false };

function timedGame(): { game: PlayGame; wait: (milliseconds: number) => void } {
  let time = 0;
  const game = new PlayGame(settings, () => time);
  return { game, wait: milliseconds => { time += milliseconds; } };
}

describe('PlayGame', () => {
  it('restores only what it has saved', () => {
    const { game } = timedGame();
    game.play('e2e4');
    const saved = game.save();
    expect(isSavedGame(JSON.parse(JSON.stringify(saved)))).toBe(true);
    for (const bad of [null, 'x', {}, { ...saved, moves: [1] }, { ...saved, clocks: {} }, { ...saved, outcome: 'lost' },
      { ...saved, settings: { ...saved.settings, user: 'green' } }, { ...saved, settings: { ...saved.settings, time: {} } },
      { ...saved, settings: { ...saved.settings, fen: '8/8/8/8/8/8/8/8 w - - 0 1' } }]) {
      expect(isSavedGame(bad), JSON.stringify(bad)).toBe(false);
    }
  });

  it('knows whose turn it is, and refuses illegal moves', () => {
    const { game } = timedGame();
    expect(game.userToMove).toBe(true);
    expect(game.play('e2e5')).toBe(false);
    expect(game.play('e2e4')).toBe(true);
    expect(game.engineToMove).toBe(true);
  });

  it('starts the clocks with the first move and adds increments', () => {
    const { game, wait } = timedGame();
    wait(30_000);
    game.play('e2e4');
    expect(game.clock('white')).toBe(60_000);
    wait(5000);
    expect(game.clock('black')).toBe(55_000);
    game.play('e7e5');
    expect(game.clock('black')).toBe(57_000);
    wait(1000);
    expect(game.clock('white')).toBe(59_000);
  });

  it('ends on time', () => {
    const { game, wait } = timedGame();
    game.play('e2e4');
    wait(60_001);
    expect(game.play('e7e5')).toBe(false);
    expect(game.outcome).toEqual({ winner: 'white', reason: 'time' });
    expect(resultOf(game.outcome)).toBe('1-0');
  });

  it('ends by mate', () => {
    const { game } = timedGame();
    for (const move of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) game.play(move);
    expect(game.outcome).toEqual({ winner: 'black', reason: 'checkmate' });
    expect(game.outcome && wordsFor(game.outcome, 'white')).toBe('Skua won by checkmate.');
    expect(game.play('e2e4')).toBe(false);
  });

  it('takes back to the user\'s last choice, also after the end', () => {
    const { game } = timedGame();
    for (const move of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) game.play(move);
    expect(game.takeBack()).toBe(true);
    expect(game.moves()).toEqual(['f2f3', 'e7e5']);
    expect(game.outcome).toBeNull();
    expect(game.takeBack()).toBe(true);
    expect(game.takeBack()).toBe(false);
  });

  it('is the same after a reload', () => {
    const { game, wait } = timedGame();
    game.play('e2e4');
    game.play('e7e5');
    wait(4000);
    const restored = PlayGame.restore(JSON.parse(JSON.stringify(game.save())) as ReturnType<PlayGame['save']>, () => 0);
    expect(restored.moves()).toEqual(['e2e4', 'e7e5']);
    expect(restored.clock('white')).toBe(56_000);
    expect(restored.userToMove).toBe(true);
  });

  it('resigns and agrees to draws', () => {
    const { game } = timedGame();
    game.resign();
    expect(resultOf(game.outcome)).toBe('0-1');
    expect(acceptsDraw({ cp: 0 }, 60)).toBe(true);
    expect(acceptsDraw({ cp: 80 }, 60)).toBe(false);
    expect(acceptsDraw({ cp: -300 }, 10)).toBe(false);
    expect(acceptsDraw({ mate: -3 }, 60)).toBe(true);
    expect(acceptsDraw(null, 60)).toBe(false);
  });

  it('reads time controls', () => {
    expect(readTimeControl('3+2')).toEqual({ base: 180_000, increment: 2000 });
    expect(readTimeControl('none')).toBeNull();
  });
});
