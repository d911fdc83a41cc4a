// Play mode beside the board: the choice of an opponent, or the game with its buttons.
import {
  analyseGame, askHint, clockTick, game, gameChanged, hint, leaveGame, newGame, offerDraw, opponentName, resign, takeBack, thinking, userMove, viewedPly,
} from '../app/play';
import { type PlayGame, resultOf, wordsFor } from '../app/play_game';
import { copy, download } from '../app/files';
import { changeSettings, current, gameEnd, settings } from '../app/state';
import { useState } from 'preact/hooks';
import { writeGame } from '../chess/pgn';
import { type Color, StartFen, opposite, positionKey } from '../chess/rules';
import { FullStrength, LowestElo, TimeControls } from '../store/settings';
import { IconButton } from './icons';
import { MoveField } from './analyse_panel';

const Levels: [number, string][] = [[1000, 'Beginner'], [1400, 'Casual'], [1800, 'Club'], [2200, 'Expert'], [2600, 'Master'], [3000, 'Grandmaster'], [FullStrength, 'Full strength']];
const levelName = (elo: number): string => [...Levels].reverse().find(([least]) => elo >= least)?.[1] ?? 'Beginner';

function Setup() {
  const { elo, timeControl, playAs, chess960 } = settings.value;
  const [fromAnalysis, setFromAnalysis] = useState(false);
  const node = current.value;
  const analysed = positionKey(node.fen) !== positionKey(StartFen) && gameEnd.value === undefined;
  const from = analysed && fromAnalysis ? node : undefined;
  return (
    <section class="card setup" aria-label="New game">
      <h2>Play against Skua</h2>
      <label class="field">
        <span>Strength: <b>{elo >= FullStrength ? 'full' : elo}</b> <span class="quiet">{levelName(elo)}</span></span>
        <input type="range" min={LowestElo} max={3050} step={50} value={elo >= FullStrength ? 3050 : elo} aria-valuetext={elo >= FullStrength ? 'full strength' : `${elo}`}
          onInput={event => changeSettings({ elo: event.currentTarget.valueAsNumber > 3000 ? FullStrength : event.currentTarget.valueAsNumber })} />
        <small class="quiet">A scale of this engine, not a measured rating.</small>
      </label>
      <fieldset class="choices"><legend>Your colour</legend>
        {(['white', 'random', 'black'] as const).map(choice => (
          <label key={choice}><input type="radio" name="side" checked={playAs === choice} onChange={() => changeSettings({ playAs: choice })} /><span>{choice}</span></label>
        ))}
      </fieldset>
      <fieldset class="choices"><legend>Time (minutes + seconds a move)</legend>
        {TimeControls.map(choice => (
          <label key={choice}><input type="radio" name="time" checked={timeControl === choice} onChange={() => changeSettings({ timeControl: choice })} /><span>{choice === 'none' ? 'no clock' : choice}</span></label>
        ))}
      </fieldset>
      {analysed && <label class="check"><input type="checkbox" checked={fromAnalysis} onChange={event => setFromAnalysis(event.currentTarget.checked)} /> From the position of the analysis</label>}
      {!from && <label class="check"><input type="checkbox" checked={chess960} onChange={event => changeSettings({ chess960: event.currentTarget.checked })} /> Chess960: shuffled first rank</label>}
      <button type="button" class="button primary large" onClick={() => newGame(undefined, from)}>Start the game</button>
    </section>
  );
}

const formatClock = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return milliseconds < 10_000 ? (milliseconds / 1000).toFixed(1) : text;
};

export function PlayerBar({ side }: { side: Color }) {
  void [gameChanged.value, clockTick.value];
  const now = game.value;
  if (!now) return null;
  const mine = side === now.settings.user;
  const turn = !now.outcome && now.turn === side;
  return (
    <div class={`player-bar ${turn ? 'turn' : ''}`}>
      <span class={`disc ${side}`} aria-hidden="true" />
      <span class="name">{mine ? 'You' : opponentName(now.settings.elo)} <span class="quiet">{side}</span></span>
      {!mine && thinking.value && <span class="quiet">thinking …</span>}
      {now.settings.time && <span class="clock" role="timer" aria-label={`${side} clock`}>{formatClock(now.clock(side))}</span>}
    </div>
  );
}

function Moves({ now }: { now: PlayGame }) {
  void gameChanged.value; // components are not drawn again for a changed object alone
  const line = now.tree.mainline();
  const offset = now.tree.root.ply % 2;
  const last = line.length;
  const at = viewedPly.value ?? last;
  return (
    <div class="move-list" role="region" aria-label="Moves" tabIndex={0} ref={box => { if (box && viewedPly.value === null) box.scrollTop = box.scrollHeight; }}>
      {line.length === 0 && <p class="quiet">{now.userToMove ? 'Your move.' : 'Skua begins.'}</p>}
      {Array.from({ length: Math.ceil((last + offset) / 2) }, (_, row) => (
        <div class="row" key={row}>
          <span class="number">{row + 1}</span>
          {[2 * row - offset, 2 * row + 1 - offset].map(index => {
            const node = line[index];
            return node
              ? <button type="button" key={index} class={`move ${at === index + 1 ? 'current' : ''}`} onClick={() => (viewedPly.value = index + 1 === last ? null : index + 1)}>{node.san}</button>
              : <span key={index} class="gap" />;
          })}
        </div>
      ))}
    </div>
  );
}

function Running({ now }: { now: PlayGame }) {
  void gameChanged.value;
  const [asking, setAsking] = useState(false);
  const { outcome } = now;
  const pgn = (): string => writeGame(now.tree);
  return (
    <section class="card game" aria-label="Game">
      {outcome && (
        <div class="outcome" role="status"><h2>{resultOf(outcome).replace('1/2-1/2', '½–½')}</h2><p>{wordsFor(outcome, now.settings.user)}</p></div>
      )}
      <Moves now={now} />
      {hint.value && <p class="hint">Hint: <b>{hint.value.san}</b></p>}
      {!outcome && <MoveField fen={now.node.fen} onMove={userMove} />}
      {!outcome && !asking && (
        <div class="buttons wide">
          <IconButton icon="undo" label="Take back" text disabled={now.moves().length === 0} onClick={takeBack} />
          <IconButton icon="bulb" label="Hint" text disabled={!now.userToMove} onClick={askHint} />
          <IconButton icon="half" label="Offer draw" text disabled={!now.userToMove} onClick={offerDraw} />
          <IconButton icon="flag" label="Resign" text onClick={() => setAsking(true)} />
        </div>
      )}
      {asking && !outcome && (
        <div class="buttons wide" role="group" aria-label="Resign?">
          <button type="button" class="button danger" ref={button => button?.focus()} onClick={() => { setAsking(false); resign(); }}>Resign the game</button>
          <button type="button" class="button" onClick={() => setAsking(false)}>Play on</button>
        </div>
      )}
      {outcome && (
        <div class="buttons wide">
          <button type="button" class="button primary" onClick={() => newGame(now)}>Rematch as {opposite(now.settings.user)}</button>
          <button type="button" class="button" onClick={() => analyseGame('understand')}>Understand this game</button>
          <button type="button" class="button" onClick={() => analyseGame('analyse')}>Analyse</button>
          <IconButton icon="undo" label="Take back" text onClick={takeBack} />
        </div>
      )}
      <div class="buttons wide subtle">
        <button type="button" class="button" onClick={() => void copy(pgn(), 'PGN')}>Copy PGN</button>
        <button type="button" class="button" onClick={() => download('skua-game.pgn', pgn())}>Save PGN</button>
        <button type="button" class="button" onClick={leaveGame}>New game</button>
      </div>
    </section>
  );
}

export function PlayPanel() {
  void gameChanged.value;
  const now = game.value;
  return now ? <Running now={now} /> : <Setup />;
}
