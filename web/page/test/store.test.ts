import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { Database } from '../src/store/database';
import { Evaluations } from '../src/store/evaluations';
import { checkedSettings, defaultSettings, largestHash } from '../src/store/settings';

const evaluation = (key: string, depth: number, lines = 1) => ({
  key, depth, nodes: 1000 * depth, lines: Array.from({ length: lines }, () => ({ score: { cp: depth }, pv: ['e2e4'] })),
});
const Desktop = { cores: 8, agent: 'Mozilla/5.0 (X11; Linux x86_64)', touchPoints: 0 };

describe('Database', () => {
  it('keeps values and forgets results when asked, but not the game', async () => {
    const database = new Database(new IDBFactory());
    await database.put('evaluations', 'a', { depth: 1 });
    await database.put('sessions', 'tab', 'game');
    expect(await database.get('evaluations', 'a')).toEqual({ depth: 1 });
    expect(await database.count()).toBe(1);
    await database.clear();
    expect(await database.get('evaluations', 'a')).toBeUndefined();
    expect(await database.newest('sessions')).toBe('game');
  });

  it('drops the oldest sessions', async () => {
    const database = new Database(new IDBFactory());
    for (let tab = 0; tab < 101; tab += 1) await database.put('sessions', `tab${tab}`, tab);
    expect(await database.get('sessions', 'tab0')).toBeUndefined();
    expect(await database.get('sessions', 'tab100')).toBe(100);
  });

  it('works without IndexedDB, and keeps nothing', async () => {
    const database = new Database({ open: () => { throw new Error('forbidden'); } } as unknown as IDBFactory);
    await database.put('evaluations', 'a', 1);
    expect(await database.get('evaluations', 'a')).toBeUndefined();
    expect(await database.count()).toBe(0);
  });
});

describe('Evaluations', () => {
  it('ignores stored values that are not results', async () => {
    const database = new Database(new IDBFactory());
    for (const [index, value] of [null, 3, { depth: 9, lines: [] }, { depth: 9, lines: [null] }, { depth: 9, lines: [{ score: { cp: 'x' }, pv: [] }] },
      { depth: 9, lines: [{ score: { cp: 3 }, pv: [4] }] }].entries()) {
      await database.put('evaluations', `key${index}`, value);
      const evaluations = new Evaluations(database, () => undefined);
      evaluations.get(`key${index}`);
      await new Promise(done => setTimeout(done, 20));
      expect(evaluations.get(`key${index}`), JSON.stringify(value)).toBeUndefined();
    }
  });

  it('keeps the deepest result, and finds it again after a reload', async () => {
    const database = new Database(new IDBFactory());
    const first = new Evaluations(database, () => undefined);
    expect(first.offer(evaluation('a', 12))).toBe(true);
    expect(first.offer(evaluation('a', 11))).toBe(false);
    expect(first.offer(evaluation('a', 11, 3))).toBe(true);
    await first.save();
    let changes = 0;
    const second = new Evaluations(database, () => { changes += 1; });
    expect(second.get('a')).toBeUndefined();
    await expect.poll(() => changes).toBe(1);
    expect(second.get('a')).toMatchObject({ depth: 11 });
  });
});

describe('settings', () => {
  it('survive rubbish', () => {
    for (const rubbish of [null, 3, 'x', [], { theme: 'pink', lines: 'many', hash: 1e9, threads: Number.NaN, sound: 1 }]) {
      const settings = checkedSettings(rubbish, Desktop);
      expect(settings.hash).toBeLessThanOrEqual(512);
      expect({ ...settings, hash: 0 }).toEqual({ ...defaultSettings(Desktop), hash: 0 });
    }
    expect(checkedSettings({ lines: 9, theme: 'dark' }, Desktop)).toMatchObject({ lines: 5, theme: 'dark' });
  });

  it('cap the hash on phones', () => {
    expect(largestHash({ ...Desktop, agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' })).toBe(32);
    expect(largestHash({ ...Desktop, agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', touchPoints: 5 })).toBe(64);
    expect(largestHash(Desktop)).toBe(512);
    expect(defaultSettings(Desktop).sound).toBe(false);
  });
});
