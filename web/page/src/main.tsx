// Starts the page: the board first, then the engine, then what can wait.
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './style.css';
import './pieces.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { controller, evaluations, followUser } from './app/analysis';
import { followGamesWithReports, followUserWithWords } from './app/coach';
import { acceptDrops } from './app/files';
import { listenToKeys } from './app/keys';
import { startOffline } from './app/offline';
import { loadOpenings } from './app/openings';
import { followGame, restoreGame } from './app/play';
import { keepSession, readLink, restoreSession } from './app/session';
import { playSound } from './app/sound';
import { announce, current, mode, notify, openTree, orientation } from './app/state';
import { game } from './app/play';
import { App } from './view/app';
import { FailureGuard } from './view/failure';
import { spokenMove } from './view/spoken';

function followAddress(): boolean {
  const link = readLink(location.hash);
  if (!link) return false;
  mode.value = link.mode;
  if (link.mode === 'play' && game.value) orientation.value = game.value.settings.user;
  if (link.problem !== undefined) notify(link.problem, 'error');
  if (!link.tree) return false;
  openTree(link.tree, link.at ?? link.tree.root);
  if (link.side) orientation.value = link.side;
  // The link has done its work: what the user does from here must survive a reload.
  history.replaceState(null, '', `#${link.mode}`);
  return true;
}

async function start(): Promise<void> {
  restoreGame();
  const linked = followAddress();
  const root = document.getElementById('app');
  if (!root) return;
  root.textContent = '';
  render(<FailureGuard><App /></FailureGuard>, root);
  if (!linked) await restoreSession();
  addEventListener('hashchange', () => followAddress());
  keepSession();
  followUser();
  followUserWithWords();
  followGamesWithReports();
  followGame();
  listenToKeys();
  acceptDrops();
  effect(() => {
    if (location.hash.split('?')[0] !== `#${mode.value}`) history.replaceState(null, '', `#${mode.value}`);
  });
  let first = true;
  effect(() => {
    const node = current.value;
    if (first || mode.peek() === 'play') {
      first = false;
      return;
    }
    announce(spokenMove(node));
    if (node.parent) playSound(node.san.includes('x') ? 'capture' : 'move');
  });
  addEventListener('pagehide', () => void evaluations.save());
  document.documentElement.dataset.ready = 'yes';
  const idle = (action: () => void): void => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(action, { timeout: 2000 });
    else setTimeout(action, 500);
  };
  idle(() => void loadOpenings());
  idle(() => void startOffline());
  // For tests: what the engine is doing, and a way to kill it.
  Object.assign(globalThis, { skua: { controller } });
}

void start();
