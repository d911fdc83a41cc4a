// Dialogs: settings, open, share, keys. They are native <dialog> elements, which keep the focus and close on Escape.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { evaluations } from '../app/analysis';
import { reportAdditions, report } from '../app/coach';
import { lookForService, serviceFound } from '../app/engines';
import { choice, copy, download, openFile, openGame, openText } from '../app/files';
import { KeyHelp } from '../app/keys';
import { offline } from '../app/offline';
import { linkToPosition } from '../app/session';
import { changeSettings, current, database, dialog, machine, notify, settings, tree } from '../app/state';
import { threadsPossible } from '../engine/load';
import { writeGame } from '../chess/pgn';
import { Boards, PieceSets, SearchTimes, type Settings, Themes, largestHash, mostThreads } from '../store/settings';
import { IconButton } from './icons';
import { TableSettings } from './tablebase_panel';

function Dialog({ title, children, onClose }: { title: string; children: ComponentChildren; onClose?: () => void }) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current?.showModal();
  }, []);
  const close = (): void => {
    onClose?.();
    dialog.value = 'none';
  };
  return (
    <dialog ref={element} aria-labelledby="dialog-title" onClose={close} onClick={event => event.target === element.current && close()}>
      <div class="dialog-body">
        <header><h2 id="dialog-title">{title}</h2><IconButton icon="close" label="Close" onClick={close} /></header>
        {children}
      </div>
    </dialog>
  );
}

// ------------------------------------------------------------------ settings

function Choice<K extends keyof Settings>({ label, name, values, words }: { label: string; name: K; values: readonly Settings[K][]; words?: (value: Settings[K]) => string }) {
  return (
    <label class="setting"><span>{label}</span>
      <select value={String(settings.value[name])} onChange={event => {
        const value = values[event.currentTarget.selectedIndex];
        if (value !== undefined) changeSettings({ [name]: value });
      }}>
        {values.map(value => <option key={String(value)} value={String(value)}>{words ? words(value) : String(value)}</option>)}
      </select>
    </label>
  );
}

function Check({ label, name }: { label: string; name: 'coordinates' | 'animation' | 'sound' | 'evaluationBar' | 'arrows' | 'variationArrows' | 'liveLabels' }) {
  return (
    <label class="check"><input type="checkbox" checked={settings.value[name]} onChange={event => changeSettings({ [name]: event.currentTarget.checked })} /> {label}</label>
  );
}

const upTo = (most: number, values: readonly number[]): number[] => values.filter(value => value <= most);

function SettingsDialog() {
  const [kept, setKept] = useState<number | null>(null);
  useEffect(() => void database.count().then(setKept), []);
  useEffect(() => void lookForService(), []);
  const threads = threadsPossible();
  return (
    <Dialog title="Settings">
      <fieldset><legend>Look</legend>
        <Choice label="Theme" name="theme" values={Themes} words={value => (value === 'auto' ? 'as the system' : value)} />
        <Choice label="Board" name="board" values={Boards} />
        <Choice label="Pieces" name="pieces" values={PieceSets} />
        <Check name="coordinates" label="Coordinates" />
        <Check name="animation" label="Moving pieces glide" />
        <Check name="sound" label="Sound" />
      </fieldset>
      <fieldset><legend>Analysis</legend>
        <Choice label="Lines" name="lines" values={[1, 2, 3, 4, 5]} />
        <Choice label="Search each position for" name="searchTime" values={SearchTimes} words={value => (value === 0 ? 'as long as you look' : `${value} seconds`)} />
        <Check name="evaluationBar" label="Evaluation bar" />
        <Check name="arrows" label="Arrows of the best moves" />
        <Check name="variationArrows" label="Arrows of the variations" />
        <Check name="liveLabels" label="Label moves while exploring" />
      </fieldset>
      <fieldset><legend>Engine</legend>
        {serviceFound.value && (
          <Choice label="Searches run on" name="engine" values={['device', 'server']} words={value => (value === 'server' ? 'the server' : 'this device')} />
        )}
        {threads
          ? <Choice label="Threads" name="threads" values={Array.from({ length: mostThreads(machine) }, (_, index) => index + 1)} />
          : <p class="quiet">One thread: this server does not isolate the page, which browsers ask for before they allow more.</p>}
        <Choice label="Memory for the search" name="hash" values={upTo(largestHash(machine), [8, 16, 32, 64, 128, 256, 512])} words={value => `${value} MB`} />
      </fieldset>
      <TableSettings />
      <fieldset><legend>Kept on this device</legend>
        <p>{kept === null ? 'Counting …' : `${kept} results of searches, explanations and reports.`} {settings.value.engine === 'server' ? 'Positions and games that are analysed go to the server; nothing else leaves your device.' : 'Games and results never leave your device.'}</p>
        <button type="button" class="button danger" onClick={() => {
          void database.clear().then(() => {
            evaluations.clear();
            setKept(0);
            notify('All results are cleared.');
          });
        }}>Clear all results</button>
        <p class="quiet">{offline.value === 'ready' ? 'Ready offline: the page works without a network.' : offline.value === 'loading' ? 'Saving the page for offline use …' : 'Offline use is not available here.'}</p>
      </fieldset>
      <p class="quiet">Skua is free software under the GNU General Public License, version 3 or later. Board by chessground, rules by chessops; cburnett pieces by Colin M.L. Burnett.</p>
    </Dialog>
  );
}

// ------------------------------------------------------------------ open and share

const LargeText = 100_000;

function ImportDialog() {
  const [text, setText] = useState('');
  const large = useRef('');
  const games = choice.value;
  const [filter, setFilter] = useState('');
  if (games) {
    const wanted = filter.trim().toLowerCase();
    const matching = games.filter(game => wanted === '' || [...game.headers.values()].some(value => value.toLowerCase().includes(wanted)));
    return (
      <Dialog title={`${games.length.toLocaleString('en')} games`} onClose={() => (choice.value = null)}>
        <label class="field"><span>Search names, events, dates</span><input value={filter} onInput={event => setFilter(event.currentTarget.value)} /></label>
        <ol class="games">
          {matching.slice(0, 200).map((game, index) => (
            <li key={index}><button type="button" onClick={() => openGame(game)}>
              <b>{game.headers.get('White') ?? '?'} – {game.headers.get('Black') ?? '?'}</b> {game.headers.get('Result') ?? ''}
              <span class="quiet"> {game.headers.get('Event') ?? ''} {game.headers.get('Date') ?? ''}</span>
            </button></li>
          ))}
        </ol>
        {matching.length > 200 && <p class="quiet">The first 200 of {matching.length.toLocaleString('en')}.</p>}
      </Dialog>
    );
  }
  return (
    <Dialog title="Open a game or position">
      <label class="field"><span>PGN or FEN</span>
        <textarea rows={8} value={text} spellcheck={false} placeholder="1. e4 e5 2. Nf3 …"
          onInput={event => { large.current = ''; setText(event.currentTarget.value); }}
          onPaste={event => {
            // A field with megabytes of text would make the page slow.
            const pasted = event.clipboardData?.getData('text/plain') ?? '';
            if (pasted.length < LargeText) return;
            event.preventDefault();
            large.current = pasted;
            setText(`${(pasted.length / 1e6).toFixed(1)} MB of text were pasted. Choose “Open”.`);
          }} />
      </label>
      <div class="buttons">
        <button type="button" class="button primary" onClick={() => openText(large.current || text)}>Open</button>
        <label class="button file">Choose a file
          <input type="file" accept=".pgn,.txt,.fen,application/x-chess-pgn,text/plain" onChange={event => {
            const file = event.currentTarget.files?.[0];
            if (file) void openFile(file);
          }} />
        </label>
      </div>
    </Dialog>
  );
}

function ShareDialog() {
  const [withReport, setWithReport] = useState(true);
  const pgn = writeGame(tree.value, withReport ? reportAdditions() : undefined);
  const { fen } = current.value;
  const link = linkToPosition();
  return (
    <Dialog title="Share">
      <label class="field"><span>Position (FEN)</span><input readOnly value={fen} onFocus={event => event.currentTarget.select()} /></label>
      <label class="field"><span>Link to this position</span><input readOnly value={link} onFocus={event => event.currentTarget.select()} /></label>
      <div class="buttons">
        <button type="button" class="button" onClick={() => void copy(fen, 'FEN')}>Copy FEN</button>
        <button type="button" class="button" onClick={() => void copy(link, 'Link')}>Copy link</button>
      </div>
      <label class="field"><span>Game (PGN)</span><textarea rows={7} readOnly value={pgn.length > LargeText ? `${pgn.slice(0, 2000)}\n…` : pgn} /></label>
      {report.value && <label class="check"><input type="checkbox" checked={withReport} onChange={event => setWithReport(event.currentTarget.checked)} /> With the report’s comments, glyphs and evaluations</label>}
      <div class="buttons">
        <button type="button" class="button primary" onClick={() => void copy(pgn, 'PGN')}>Copy PGN</button>
        <button type="button" class="button" onClick={() => download('skua.pgn', pgn)}>Save PGN</button>
      </div>
    </Dialog>
  );
}

function KeysDialog() {
  return (
    <Dialog title="Keys">
      <table class="keys"><tbody>{KeyHelp.map(([keys, what]) => <tr key={keys}><th scope="row"><kbd>{keys}</kbd></th><td>{what}</td></tr>)}</tbody></table>
      <h3>On the board itself</h3>
      <p>Tab reaches the board; the arrow keys walk over its squares, Enter takes and puts a piece. k q r b n p jump to the next king, queen and so on, 1 to 8 to a rank; o says the square, m its moves, s all pieces, l the last move, v the evaluation, g the best move.</p>
      <h3>While a position is set up</h3>
      <p>On the board, K Q R B N P put White’s pieces and k q r b n p Black’s, Delete removes a piece, Enter uses the chosen tool. Esc leaves without a change.</p>
    </Dialog>
  );
}

export function Dialogs() {
  switch (dialog.value) {
    case 'settings': return <SettingsDialog />;
    case 'import': return <ImportDialog />;
    case 'share': return <ShareDialog />;
    case 'keys': return <KeysDialog />;
    default: return null;
  }
}
