// Results and games in IndexedDB. Where the browser has none (some private windows), everything still works, but nothing
// is kept: every function then answers as if the store were empty.
const Name = 'skua';
const Version = 1;
const OpenPatience = 3000; // milliseconds: some broken profiles never answer

export interface Stored<T> {
  key: string;
  at: number; // when it was written, in milliseconds
  value: T;
}

// How many entries are kept of each kind; the oldest go first.
const Caps = { evaluations: 20_000, explanations: 3_000, reports: 50, sessions: 8 } as const;
export type Kind = keyof typeof Caps;
const Kinds = Object.keys(Caps) as Kind[];

export class Database {
  private last = 0;
  private opened: Promise<IDBDatabase | null> | undefined;
  private writes = 0;

  constructor(private readonly factory?: IDBFactory) {}

  async get(kind: Kind, key: string): Promise<unknown> {
    const entry = await this.request<Stored<unknown> | undefined>(kind, 'readonly', store => store.get(key) as IDBRequest<Stored<unknown> | undefined>);
    return entry?.value;
  }

  async put(kind: Kind, key: string, value: unknown): Promise<void> {
    const entry: Stored<unknown> = { key, at: this.now(), value };
    await this.request(kind, 'readwrite', store => store.put(entry));
    this.writes += 1;
    if (this.writes % 50 === 1) await this.trim(kind);
  }

  async newest(kind: Kind): Promise<unknown> {
    const cursor = await this.request(kind, 'readonly', store => store.index('at').openCursor(null, 'prev'));
    return cursor ? (cursor.value as Stored<unknown>).value : undefined;
  }

  async count(): Promise<number> {
    let sum = 0;
    for (const kind of Kinds) if (kind !== 'sessions') sum += (await this.request(kind, 'readonly', store => store.count())) ?? 0;
    return sum;
  }

  async clear(): Promise<void> {
    for (const kind of Kinds) if (kind !== 'sessions') await this.request(kind, 'readwrite', store => store.clear());
  }

  // Later calls give later times, also within a millisecond: the order of what was stored must be known.
  private now(): number {
    this.last = Math.max(Date.now(), this.last + 0.001);
    return this.last;
  }

  private async trim(kind: Kind): Promise<void> {
    const surplus = ((await this.request(kind, 'readonly', store => store.count())) ?? 0) - Caps[kind];
    if (surplus <= 0) return;
    const keys = (await this.request(kind, 'readonly', store => store.index('at').getAllKeys(null, surplus))) ?? [];
    for (const key of keys) await this.request(kind, 'readwrite', store => store.delete(key));
  }

  private open(): Promise<IDBDatabase | null> {
    this.opened ??= new Promise(resolve => {
      setTimeout(() => resolve(null), OpenPatience);
      try {
        // Where storage is forbidden, even asking for it may throw.
        const request = (this.factory ?? (globalThis as { indexedDB?: IDBFactory }).indexedDB)?.open(Name, Version);
        if (!request) {
          resolve(null);
          return;
        }
        request.onupgradeneeded = () => {
          for (const kind of Kinds) {
            if (!request.result.objectStoreNames.contains(kind)) request.result.createObjectStore(kind, { keyPath: 'key' }).createIndex('at', 'at');
          }
        };
        request.onsuccess = () => {
          const database = request.result;
          // Another tab with a newer version of the page may change the database.
          database.onversionchange = () => {
            database.close();
            this.opened = undefined;
          };
          resolve(database);
        };
        request.onerror = () => resolve(null);
        request.onblocked = () => resolve(null);
      } catch {
        resolve(null);
      }
    });
    return this.opened;
  }

  private async request<T>(kind: Kind, mode: IDBTransactionMode, action: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
    const database = await this.open();
    if (!database) return undefined;
    return new Promise(resolve => {
      try {
        const request = action(database.transaction(kind, mode).objectStore(kind));
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(undefined);
      } catch {
        resolve(undefined);
      }
    });
  }
}
