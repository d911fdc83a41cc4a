// Play mode: connects a PlayGame with the engine, the clock and the page.
import { effect, signal, untracked } from '@preact/signals';
import { MoveTree } from '../chess/move_tree';
import { type Color, StartFen, chess960Start, forEngine, isChess960, opposite, playLine } from '../chess/rules';
import { searchJob } from '../engine/jobs';
import type { Info, Limits, Position } from 'skua-engine';
import { FullStrength } from '../store/settings';
import { controller, ownMoves } from './analysis';
import { PlayGame, acceptsDraw, isSavedGame, readTimeControl, resultOf, wordsFor } from './play_game';
import { announce, mode, notify, openTree, orientation, settings } from './state';
import { playSound } from './sound';

export const game = signal<PlayGame | null>(null);
export const gameChanged = signal(0);
export const hint = signal<{ uci: string; san: string } | null>(null);
export const thinking = signal(false);
export const clockTick = signal(0);
export const viewedPly = signal<number | null>(null); // an earlier position that the user looks at
const SavedKey = 'skua.play';
let lastScore: Info['score'] | null = null;
let firstOfGame = true;

function changed(): void {
  gameChanged.value += 1;
  const now = game.value;
  try {
    if (now) localStorage.setItem(SavedKey, JSON.stringify(now.save()));
    else localStorage.removeItem(SavedKey);
  } catch {
    // The game lasts as long as the page.
  }
}

export function restoreGame(): void {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(SavedKey) ?? 'null');
    if (isSavedGame(saved)) game.value = PlayGame.restore(saved);
  } catch {
    // There is no storage, or nothing in it that can be read.
  }
}

// A rematch with the colours changed, or a game by the settings, from the given position if there is one.
export function newGame(previous?: PlayGame, from?: MoveTree['root']): void {
  const { elo, timeControl, playAs, chess960 } = settings.value;
  const user: Color = previous
    ? opposite(previous.settings.user)
    : playAs === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : playAs;
  const next = previous
    ? new PlayGame({ ...previous.settings, user, fen: isShuffled(previous) ? randomStart() : previous.settings.fen })
    : new PlayGame({
      user, elo, time: readTimeControl(timeControl),
      ...(from ? { fen: from.fen, chess960: isChess960(from.fen) } : { fen: chess960 ? randomStart() : StartFen, chess960 }),
    });
  const { headers } = next.tree;
  headers.set('Event', 'Game against Skua');
  headers.set('Site', 'Skua in the browser');
  headers.set('Date', new Date().toISOString().slice(0, 10).replaceAll('-', '.'));
  headers.set(user === 'white' ? 'White' : 'Black', 'You');
  headers.set(user === 'white' ? 'Black' : 'White', opponentName(next.settings.elo));
  firstOfGame = true;
  lastScore = null;
  viewedPly.value = null;
  game.value = next;
  orientation.value = user;
  changed();
  announce(`New game. You play ${user}.`);
}

// Whether the game began with a start position of Chess960, and not with one from the analysis.
const isShuffled = ({ settings: { chess960, fen } }: PlayGame): boolean => chess960 && /\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\//.test(fen);

const randomStart = (): string => chess960Start(Math.floor(Math.random() * 960));

export const opponentName = (elo: number): string => (elo >= FullStrength ? 'Skua' : `Skua (${elo})`);

export function leaveGame(): void {
  controller.request(null);
  game.value = null;
  hint.value = null;
  changed();
}

// ------------------------------------------------------------------ moves

function positionOfGame(now: PlayGame): Position {
  const { chess960, fen } = now.settings;
  let at = now.tree.root;
  const moves: string[] = [];
  for (const uci of now.moves()) {
    moves.push(forEngine(at.fen, uci, chess960));
    at = at.children[0] ?? at;
  }
  return { fen, moves, chess960 };
}

export function userMove(uci: string): boolean {
  const now = game.value;
  if (!now?.userToMove || !now.play(uci)) return false;
  afterMove(now);
  return true;
}

function afterMove(now: PlayGame): void {
  hint.value = null;
  viewedPly.value = null;
  const captured = now.node.san.includes('x');
  playSound(now.outcome ? 'end' : captured ? 'capture' : 'move');
  changed();
  if (now.outcome) announceEnd(now);
}

function announceEnd(now: PlayGame): void {
  if (now.outcome) announce(wordsFor(now.outcome, now.settings.user));
  playSound('end');
}

function limitsFor(now: PlayGame): Limits {
  const { time, elo } = now.settings;
  if (!time) return { movetime: elo >= FullStrength ? 2000 : 1000 };
  return {
    wtime: Math.max(1, Math.round(now.clock('white'))), btime: Math.max(1, Math.round(now.clock('black'))),
    winc: time.increment, binc: time.increment,
  };
}

const strengthOptions = (now: PlayGame): Record<string, string | number | boolean> => ({
  Hash: Math.min(32, settings.value.hash),
  UCI_AnalyseMode: false,
  OwnBook: true,
  BookVariety: 100,
  UCI_LimitStrength: now.settings.elo < FullStrength,
  UCI_Elo: Math.min(3000, now.settings.elo),
});

const MinThinkingTime = 350; // an instant answer looks like a mistake of the page

function letEngineMove(now: PlayGame): void {
  const node = now.node;
  const began = performance.now();
  thinking.value = true;
  const newGameFirst = firstOfGame;
  firstOfGame = false;
  controller.request(
    searchJob({
      position: positionOfGame(now),
      limits: limitsFor(now),
      options: strengthOptions(now),
      multipv: 1,
      newGame: newGameFirst,
      onInfo: info => {
        if (!info.bound) lastScore = info.score;
      },
      onDone: best => {
        const [move] = best.move === null ? [] : ownMoves(node.fen, [best.move]);
        const wait = Math.max(0, MinThinkingTime - (performance.now() - began));
        setTimeout(() => {
          thinking.value = false;
          if (game.value !== now || now.node !== node || now.outcome) return;
          if (move === undefined || !now.play(move)) {
            notify('The engine gave no move. Take back, or start another game.', 'error');
            return;
          }
          afterMove(now);
          announce(`Skua plays ${now.node.san}.`);
        }, now.settings.time ? 0 : wait);
      },
      onError: reason => {
        thinking.value = false;
        notify(`The engine can't move: ${reason}`, 'error');
      },
    }),
  );
}

export function followGame(): () => void {
  const stopEngine = effect(() => {
    void gameChanged.value;
    const now = game.value;
    if (mode.value !== 'play') return;
    untracked(() => {
      thinking.value = false;
      if (now?.engineToMove) letEngineMove(now);
      else controller.request(null);
    });
  });
  const timer = setInterval(() => {
    const now = game.value;
    if (!now?.settings.time || now.outcome) return;
    if (now.checkFlag()) {
      controller.request(null);
      changed();
      announceEnd(now);
    }
    clockTick.value += 1;
  }, 200);
  return () => {
    stopEngine();
    clearInterval(timer);
  };
}

export function takeBack(): void {
  const now = game.value;
  if (!now?.takeBack()) return;
  hint.value = null;
  viewedPly.value = null;
  changed();
  announce('Move taken back.');
}

export function resign(): void {
  const now = game.value;
  if (!now) return;
  now.resign();
  controller.request(null);
  changed();
  announceEnd(now);
}

export function offerDraw(): void {
  const now = game.value;
  if (!now) return;
  if (acceptsDraw(lastScore, now.moves().length)) {
    now.agreeDraw();
    controller.request(null);
    changed();
    announceEnd(now);
  } else {
    notify('Skua declines the draw.');
    announce('Skua declines the draw.');
  }
}

export function askHint(): void {
  const now = game.value;
  if (!now?.userToMove) return;
  const node = now.node;
  controller.request(
    searchJob({
      position: positionOfGame(now),
      limits: { movetime: 1000 },
      options: { Hash: Math.min(32, settings.value.hash), UCI_AnalyseMode: true, OwnBook: false, UCI_LimitStrength: false },
      multipv: 1,
      onDone: best => {
        const [move] = best.move === null ? [] : playLine(node.fen, node.ply, ownMoves(node.fen, [best.move]));
        if (!move || game.value !== now || now.node !== node) return;
        hint.value = { uci: move.uci, san: move.san };
        announce(`Hint: ${move.san}`);
      },
    }),
  );
}

// The game in the analysis, as it stands.
export function analyseGame(target: 'analyse' | 'understand'): void {
  const now = game.value;
  if (!now) return;
  const copy = new MoveTree(now.tree.root.fen, now.settings.chess960);
  copy.headers = new Map(now.tree.headers);
  copy.headers.set('Result', resultOf(now.outcome));
  let at = copy.root;
  for (const node of now.tree.mainline()) {
    at = copy.add(at, node.uci, node.san, node.fen);
    if (node.clock !== undefined) at.clock = node.clock;
  }
  openTree(copy, at);
  mode.value = target;
}

