import { describe, expect, it } from 'vitest';
import { checkTable, describeTables, distanceWords, isTableName, outcomeWord } from '../src/chess/tables';

const Wdl = Uint8Array.of(0x71, 0xe8, 0x23, 0x5d);
const Dtz = Uint8Array.of(0xd7, 0x66, 0x0c, 0xa5);

describe('files of tablebases', () => {
  it('are known by name and first bytes', () => {
    expect(checkTable('KRPvKR.rtbw', 100, Wdl)).toEqual({ ok: true, value: { name: 'KRPvKR.rtbw', size: 100, pieces: 5 } });
    expect(checkTable('KRPvKR.rtbz', 100, Dtz).ok).toBe(true);
    for (const [name, start] of [['KRPvKR.rtbw', Dtz], ['KRPvKR.rtbz', Wdl], ['game.rtbw', Wdl], ['../KvK.rtbw', Wdl], ['KQvK.rtbw', new Uint8Array()]] as const) {
      expect(checkTable(name, 100, start).ok, name).toBe(false);
    }
    expect(isTableName('KQvK.RTBW')).toBe(true);
    expect(isTableName('game.pgn')).toBe(false);
  });

  it('are described by what they decide', () => {
    const files = [checkTable('KQvK.rtbw', 1, Wdl), checkTable('KQvK.rtbz', 1, Dtz)].flatMap(file => (file.ok ? [file.value] : []));
    expect(describeTables(files)).toBe('1 table with up to 3 pieces');
    expect(outcomeWord(-2)).toBe('loses');
    expect(distanceWords({ wdl: -2, dtz: -12 })).toBe('DTZ 12');
    expect(distanceWords({ wdl: 0, dtz: 0 })).toBe('');
    expect(distanceWords({ wdl: 2, dtz: null })).toBe('');
  });
});
