// The state that all parts of the page share.
import { batch, computed, effect, signal } from '@preact/signals';
import { type MoveNode, MoveTree, endOfLine, lineFrom } from '../chess/move_tree';
import { type Color, type LineMove, endOf, opposite } from '../chess/rules';
import { pathTo } from '../chess/move_tree';
import type { Setup } from 'chessops/setup';
import { Database } from '../store/database';
import { type Machine, type Settings, checkedSettings } from '../store/settings';

export type Mode = 'analyse' | 'understand' | 'play';
export type Dialog = 'none' | 'settings' | 'import' | 'share' | 'keys' | 'headers' | 'about';

export const machine: Machine = {
  cores: navigator.hardwareConcurrency || 1,
  agent: navigator.userAgent,
  touchPoints: navigator.maxTouchPoints,
};

export const database = new Database();

// ------------------------------------------------------------------ settings

const SettingsKey = 'skua.settings';

function storedSettings(): unknown {
  try {
    return JSON.parse(localStorage.getItem(SettingsKey) ?? 'null');
  } catch {
    return null;
  }
}

export const settings = signal<Settings>(checkedSettings(storedSettings(), machine));

export function changeSettings(change: Partial<Settings>): void {
  settings.value = checkedSettings({ ...settings.value, ...change }, machine);
  try {
    localStorage.setItem(SettingsKey, JSON.stringify(settings.value));
  } catch {
    // No storage: the settings last as long as the page.
  }
}

// Another tab has changed the settings.
addEventListener('storage', event => {
  if (event.key === SettingsKey) settings.value = checkedSettings(storedSettings(), machine);
});

// ------------------------------------------------------------------ messages

export const mode = signal<Mode>('analyse');
export const dialog = signal<Dialog>('none');
export const notice = signal<{ text: string; kind: 'info' | 'error' } | null>(null);
export const announcement = signal(''); // for screen readers

let noticeTimer: ReturnType<typeof setTimeout> | undefined;

export function notify(text: string, kind: 'info' | 'error' = 'info'): void {
  notice.value = { text, kind };
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (notice.value = null), kind === 'error' ? 9000 : 4000);
}

export function announce(text: string): void {
  // The same text twice must be a change, or it is not read out.
  announcement.value = announcement.peek() === text ? `${text}\u00a0` : text;
}

// ------------------------------------------------------------------ the game on the board

export interface Preview {
  origin: MoveNode;
  title: string;
  moves: LineMove[];
  index: number; // how many of the moves are shown
}

export const tree = signal(new MoveTree());
export const revision = signal(0); // of the tree
export const current = signal<MoveNode>(tree.value.root);
export const orientation = signal<Color>('white');
export const preview = signal<Preview | null>(null);
export const edited = signal<Setup | null>(null); // a position that is being set up instead

export const shownFen = computed(() => {
  const shown = preview.value;
  return shown && shown.index > 0 ? (shown.moves[shown.index - 1]?.fen ?? current.value.fen) : current.value.fen;
});

export const gameEnd = computed(() => {
  const fens = pathTo(current.value).map(node => node.fen);
  return endOf(fens.slice(-101));
});

export function touchTree(): void {
  revision.value += 1;
}

export function openTree(next: MoveTree, at: MoveNode = next.root): void {
  batch(() => {
    preview.value = null;
    edited.value = null;
    tree.value = next;
    current.value = at;
    touchTree();
  });
}

export function goTo(node: MoveNode): void {
  batch(() => {
    preview.value = null;
    current.value = node;
  });
}

export function step(direction: 1 | -1): void {
  const shown = preview.value;
  if (shown) {
    preview.value = { ...shown, index: Math.max(0, Math.min(shown.moves.length, shown.index + direction)) };
    return;
  }
  const next = direction === 1 ? current.value.children[0] : current.value.parent;
  if (next) goTo(next);
}

export const goToStart = (): void => goTo(tree.value.root);
export const goToEnd = (): void => goTo(endOfLine(current.value));

// The next or previous variation instead of this move.
export function switchBranch(direction: 1 | -1): void {
  const siblings = current.value.parent?.children ?? [];
  const next = siblings[siblings.indexOf(current.value) + direction];
  if (next) goTo(next);
}

// To where the line that the current move belongs to begins or ends.
export function jumpInLine(direction: 1 | -1): void {
  if (direction === 1) {
    goTo(lineFrom(current.value).find(node => node.children.length > 1) ?? endOfLine(current.value));
    return;
  }
  let node = current.value.parent;
  while (node?.parent && node.children.length < 2) node = node.parent;
  if (node) goTo(node);
}

// Plays a move on the shown board; a shown line becomes a variation by it.
export function playMove(uci: string): boolean {
  const shown = preview.value;
  let at = current.value;
  if (shown) {
    if (shown.moves.slice(0, shown.index).some(move => move.pass)) return false;
    at = shown.origin;
    for (const move of shown.moves.slice(0, shown.index)) at = tree.value.play(at, move.uci) ?? at;
  }
  const next = tree.value.play(at, uci);
  if (!next) return false;
  batch(() => {
    touchTree();
    goTo(next);
  });
  return true;
}

// Adds the shown moves to the game and stays where the user is.
export function keepPreview(): void {
  const shown = preview.value;
  if (!shown) return;
  let at = shown.origin;
  for (const move of shown.moves) {
    if (move.pass) break;
    at = tree.value.play(at, move.uci) ?? at;
  }
  batch(() => {
    touchTree();
    preview.value = null;
  });
}

export const flip = (): void => {
  orientation.value = opposite(orientation.value);
};

// ------------------------------------------------------------------ the look of the page

effect(() => {
  const { theme, board, pieces } = settings.value;
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.board = board;
  root.dataset.pieces = pieces;
});

export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
