// The keyboard, with the keys that users of lichess know. Keys are left alone in fields and dialogs.
import { engineOn, evaluationOf, threatOn } from './analysis';
import { endRetry, retry } from './coach';
import { closeEditor } from './editor';
import { copy, isField } from './files';
import { game, gameChanged, viewedPly } from './play';
import { writeGame } from '../chess/pgn';
import {
  announce, changeSettings, current, dialog, edited, flip, goTo, goToEnd, goToStart, jumpInLine, mode, playMove, preview, settings, step,
  switchBranch, touchTree, tree,
} from './state';
import { MoveGlyphs } from '../chess/score';

export const KeyHelp: [string, string][] = [
  ['← → or k j', 'one move back or on'],
  ['↑ ↓, Home End or 0 $', 'start and end of the game'],
  ['Shift ← →', 'another variation instead of this move'],
  ['Shift ↑ ↓', 'where the line branches'],
  ['Wheel on the board', 'one move back or on'],
  ['f', 'turn the board'],
  ['l', 'engine on and off'],
  ['Space', 'play the best move'],
  ['a', 'arrows of the best moves'],
  ['v', 'arrows of the variations'],
  ['x', 'show the threat'],
  ['1 to 6', 'glyph ! ? !! ?? !? ?!'],
  ['Delete', 'remove this move and what follows'],
  ['Ctrl K', 'copy the PGN'],
  ['?', 'this help'],
  ['Esc', 'close'],
];

export function stepInPlay(direction: 1 | -1 | 'start' | 'end'): void {
  const now = game.value;
  if (!now) return;
  void gameChanged.value;
  const last = now.node.ply - now.tree.root.ply;
  const at = viewedPly.value ?? last;
  const next = direction === 'start' ? 0 : direction === 'end' ? last : Math.max(0, Math.min(last, at + direction));
  viewedPly.value = next === last ? null : next;
}

// While a position is set up, the keys of the game rest.
function onEditorKey(key: string): boolean {
  if (key === 'f') flip();
  else if (key === '?') dialog.value = 'keys';
  else if (key === 'Escape') closeEditor();
  else return false;
  return true;
}

function onKey(event: KeyboardEvent): boolean {
  if (mode.value === 'analyse' && edited.value) return onEditorKey(event.key);
  const playing = mode.value === 'play';
  const key = event.shiftKey && event.key.startsWith('Arrow') ? `Shift${event.key}` : event.key;
  switch (key) {
    case 'ArrowLeft':
    case 'k':
      if (playing) stepInPlay(-1);
      else step(-1);
      return true;
    case 'ArrowRight':
    case 'j':
      if (playing) stepInPlay(1);
      else step(1);
      return true;
    case 'ArrowUp':
    case 'Home':
    case '0':
      if (playing) stepInPlay('start');
      else goToStart();
      return true;
    case 'ArrowDown':
    case 'End':
    case '$':
      if (playing) stepInPlay('end');
      else goToEnd();
      return true;
    case 'f':
      flip();
      return true;
    case '?':
      dialog.value = 'keys';
      return true;
    case 'Escape':
      if (preview.value) preview.value = null;
      else if (retry.value) endRetry();
      return true;
  }
  return !playing && onAnalysisKey(key);
}

function onAnalysisKey(key: string): boolean {
  switch (key) {
    case 'ShiftArrowLeft':
      switchBranch(-1);
      return true;
    case 'ShiftArrowRight':
      switchBranch(1);
      return true;
    case 'ShiftArrowUp':
      jumpInLine(-1);
      return true;
    case 'ShiftArrowDown':
      jumpInLine(1);
      return true;
    case 'l':
      engineOn.value = !engineOn.value;
      announce(engineOn.value ? 'Engine on.' : 'Engine off.');
      return true;
    case ' ': {
      const best = evaluationOf(current.value)?.lines[0]?.pv[0];
      if (best !== undefined) playMove(best);
      return true;
    }
    case 'a':
      changeSettings({ arrows: !settings.value.arrows });
      return true;
    case 'v':
      changeSettings({ variationArrows: !settings.value.variationArrows });
      return true;
    case 'x':
      threatOn.value = !threatOn.value;
      return true;
    case 'Delete': {
      const node = tree.value.remove(current.value);
      touchTree();
      goTo(node);
      return true;
    }
  }
  const glyph = /^[1-6]$/.test(key) ? MoveGlyphs[Number(key) - 1] : undefined;
  if (glyph === undefined || !current.value.parent) return false;
  toggleGlyph(glyph);
  return true;
}

export function toggleGlyph(glyph: number): void {
  const node = current.value;
  const others = node.glyphs.filter(other => other > 6);
  tree.value.annotate(node, { glyphs: node.glyphs.includes(glyph) ? others : [glyph, ...others] });
  touchTree();
}

export function listenToKeys(): void {
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || isField(event.target) || dialog.value !== 'none') return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
      event.preventDefault();
      void copy(writeGame(tree.value), 'PGN');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    // Space and Enter belong to the focused button, arrows to tabs and sliders.
    if (event.key === ' ' && target?.closest('button, a, summary')) return;
    if (event.key.startsWith('Arrow') && target?.closest('[role="tablist"], [role="grid"], [role="slider"]')) return;
    if (onKey(event)) event.preventDefault();
  });
}
