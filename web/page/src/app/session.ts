// The game of a tab survives a reload. A new tab begins with a copy of the game that was changed last.
import { effect, untracked } from '@preact/signals';
import { type MoveTree, nodeAt, placesOf } from '../chess/move_tree';
import { readGame, writeGame } from '../chess/pgn';
import { type Color, StartFen, readFen } from '../chess/rules';
import { MoveTree as Tree } from '../chess/move_tree';
import { type Mode, current, database, openTree, orientation, revision, tree } from './state';

interface Session {
  pgn: string;
  places: number[];
  orientation: Color;
}

const TabKey = 'skua.tab';

function tabName(): { name: string; fresh: boolean } {
  try {
    const name = sessionStorage.getItem(TabKey);
    if (name !== null) return { name, fresh: false };
    const made = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    sessionStorage.setItem(TabKey, made);
    return { name: made, fresh: true };
  } catch {
    return { name: 'tab', fresh: true };
  }
}

const tab = tabName();

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const { pgn, places } = value as Partial<Session>;
  return typeof pgn === 'string' && Array.isArray(places);
}

export async function restoreSession(): Promise<boolean> {
  const saved = tab.fresh ? await database.newest('sessions') : await database.get('sessions', tab.name);
  if (!isSession(saved)) return false;
  const game = readGame(saved.pgn);
  if (!game.ok) return false;
  orientation.value = saved.orientation === 'black' ? 'black' : 'white';
  openTree(game.value.tree, nodeAt(game.value.tree, saved.places));
  return true;
}

let timer: ReturnType<typeof setTimeout> | undefined;

async function saveNow(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const source: MoveTree = tree.value;
  const session: Session = { pgn: writeGame(source), places: placesOf(current.value), orientation: orientation.value };
  await database.put('sessions', tab.name, session);
}

export function keepSession(): () => void {
  addEventListener('pagehide', () => {
    if (timer !== undefined) void saveNow();
  });
  return effect(() => {
    void [tree.value, revision.value, current.value, orientation.value];
    untracked(() => {
      // Writing a huge game takes a while, so it waits for a longer pause.
      clearTimeout(timer);
      timer = setTimeout(() => void saveNow(), tree.value.size > 2000 ? 3000 : 400);
    });
  });
}

// ------------------------------------------------------------------ links

// #analyse, #understand, #play, or a link to a position: #analyse?fen=...&moves=e2e4.e7e5&side=black
export function linkToPosition(): string {
  const words = new URLSearchParams();
  const { root, chess960 } = tree.value;
  const path: string[] = [];
  for (let at = current.value; at.parent; at = at.parent) path.push(at.uci);
  if (path.length > 300) words.set('fen', current.value.fen.replaceAll(' ', '_'));
  else {
    if (root.fen !== StartFen) words.set('fen', root.fen.replaceAll(' ', '_'));
    if (path.length > 0) words.set('moves', path.reverse().join('.'));
  }
  if (chess960) words.set('chess960', '1');
  if (orientation.value === 'black') words.set('side', 'black');
  const query = decodeURIComponent(words.toString());
  return `${location.href.split('#')[0] ?? ''}#analyse?${query}`;
}

export type Link = { mode: Mode; problem?: string; tree?: MoveTree; at?: MoveTree['root']; side?: Color };

export function readLink(hash: string): Link | undefined {
  const match = /^#(analyse|understand|play)(?:\?(.*))?$/.exec(hash.slice(0, 10_000));
  if (!match) return undefined;
  const linked: Link = { mode: match[1] as Mode };
  if (match[2] === undefined) return linked;
  const words = new URLSearchParams(match[2]);
  const fenText = words.get('fen');
  const fen = fenText === null ? { ok: true as const, value: StartFen } : readFen(fenText);
  if (!fen.ok) return { ...linked, problem: `The link has a position that can't be used. ${fen.reason}` };
  const opened = new Tree(fen.value, words.get('chess960') === '1' ? true : undefined);
  let at = opened.root;
  for (const uci of (words.get('moves') ?? '').split('.').filter(Boolean)) {
    const next = opened.play(at, uci);
    if (!next) return { ...linked, tree: opened, at, problem: `The move ${uci.slice(0, 8)} of the link can't be played.` };
    at = next;
  }
  const side: Color = words.get('side') === 'black' ? 'black' : 'white';
  return { ...linked, tree: opened, at, side };
}
