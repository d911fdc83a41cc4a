// Games and positions that come in: pasted, typed, dropped or opened as a file.
import { signal } from '@preact/signals';
import { MoveTree, endOfLine } from '../chess/move_tree';
import { type GameText, MaxPgnBytes, readGame, readInput } from '../chess/pgn';
import { isTableName } from '../chess/tables';
import { addTables } from './tablebases';
import { announce, dialog, mode, notify, openTree } from './state';

// The games of a file with several of them, for the user to choose from.
export const choice = signal<GameText[] | null>(null);

function show(tree: MoveTree, words: string, problem?: string): void {
  openTree(tree, problem === undefined ? tree.root : endOfLine(tree.root));
  if (mode.value === 'play') mode.value = 'analyse';
  dialog.value = 'none';
  choice.value = null;
  if (problem === undefined) announce(words);
  else notify(problem, 'error');
}

export function openGame(game: GameText): boolean {
  const read = readGame(game.text);
  if (!read.ok) {
    notify(read.reason, 'error');
    return false;
  }
  const moves = read.value.tree.mainline().length;
  show(read.value.tree, `Game opened: ${moves} half-moves.`, read.value.problem);
  return true;
}

export function openText(text: string): boolean {
  const input = readInput(text);
  if (!input.ok) {
    notify(input.reason, 'error');
    return false;
  }
  if (input.value.kind === 'position') {
    show(new MoveTree(input.value.fen), 'Position opened.');
    return true;
  }
  const { games } = input.value;
  if (games.length === 1 && games[0]) return openGame(games[0]);
  choice.value = games;
  dialog.value = 'import';
  return true;
}

export async function openFile(file: File): Promise<boolean> {
  if (file.size > MaxPgnBytes) {
    notify('This file is larger than 32 MB.', 'error');
    return false;
  }
  return openText(await file.text());
}

export function acceptDrops(): void {
  addEventListener('dragover', event => {
    if (event.dataTransfer?.types.includes('Files') || event.dataTransfer?.types.includes('text/plain')) event.preventDefault();
  });
  addEventListener('drop', event => {
    if (!event.dataTransfer || isField(event.target)) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    const tables = files.filter(file => isTableName(file.name));
    if (tables.length > 0) void addTables(tables);
    else if (files[0]) void openFile(files[0]);
    else if (event.dataTransfer.getData('text/plain')) openText(event.dataTransfer.getData('text/plain'));
  });
  // A game that is pasted anywhere but into a field is opened.
  addEventListener('paste', event => {
    if (isField(event.target) || mode.value === 'play' || dialog.value !== 'none') return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() !== '') openText(text);
  });
}

export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-chess-pgn' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(`${what} copied.`);
  } catch {
    notify('The browser does not allow copying here. Select the text and copy it yourself.', 'error');
  }
}
