// Understand mode beside the board: the coach's words, the report on the game, and mistakes to try again.
import { useState } from 'preact/hooks';
import {
  type Moment, cancelReport, coach, endRetry, keyMoments, lineOrigin, report, reportState, retry, showLine, showSolution, startReport, tryAgain,
} from '../app/coach';
import { changeSettings, current, gameEnd, goTo, playMove, preview, settings, tree } from '../app/state';
import type { ExplainedMove, SidePlay, Statement } from '../chess/report';
import { type MoveNode } from '../chess/move_tree';
import { type Color, moveNumber, playLine } from '../chess/rules';
import { type Label, LabelWords, formatScore } from '../chess/score';
import { FileTools, MoveField, OpeningName } from './analyse_panel';
import { Graph } from './graph';
import { Icon, IconButton } from './icons';
import { MoveList } from './move_list';

export function LabelBadge({ label }: { label: Label | null }) {
  if (!label) return null;
  const words = LabelWords[label];
  return <span class={`badge ${label}`}>{words.glyph && <b aria-hidden="true">{words.glyph}</b>} {words.word}</span>;
}

function ShowButton({ node, line, title }: { node: MoveNode; line: readonly string[]; title: string }) {
  if (line.length === 0) return null;
  const active = preview.value?.title === title && preview.value.origin === node;
  return (
    <button type="button" class="button small" aria-pressed={active} onClick={() => showLine(node, line, title)}>
      <Icon name="forward" /> Show
    </button>
  );
}

function Statements({ statements, node }: { statements: readonly Statement[]; node: MoveNode }) {
  return (
    <>
      {statements.map((statement, index) => (
        <p class="statement" key={index}>
          <span>{statement.text}</span>
          <ShowButton node={lineOrigin(statement, node)} line={statement.line} title={statement.text.slice(0, 60)} />
        </p>
      ))}
    </>
  );
}

function MoveWords({ move, node }: { move: ExplainedMove; node: MoveNode }) {
  const dull = move.statements.length === 0;
  return (
    <div class="words">
      <h3><span class="san">{moveNumber(node.ply)} {node.san}</span> <LabelBadge label={move.label} /> <span class="chip">{formatScore(move.score)}</span></h3>
      <Statements statements={move.statements} node={node} />
      {dull && <p class="quiet">{move.label === 'book' ? 'A move of the opening book.' : move.label === 'best' || move.label === 'only' ? 'As good as any.' : move.label ? 'There is no single reason that can be proven.' : 'Nothing wrong with it.'}</p>}
    </div>
  );
}

function BestWords({ best, node }: { best: ExplainedMove; node: MoveNode }) {
  const line = playLine(node.fen, node.ply, best.line, 8);
  return (
    <div class="words">
      <h3><span class="san">Best: {best.san}</span> <span class="chip">{formatScore(best.score)}</span></h3>
      <Statements statements={best.statements} node={node} />
      <p class="statement"><span class="quiet">{line.map((move, index) => `${index === 0 || move.ply % 2 === 1 ? moveNumber(move.ply) : ''}${move.san}`).join(' ')}</span>
        <ShowButton node={node} line={best.line} title={`Best play after ${best.san}`} /></p>
    </div>
  );
}

export function Coach() {
  const node = current.value;
  const view = coach.value;
  const [revealed, setRevealed] = useState<MoveNode | null>(null);
  const moveOf = view.move?.moves[0];
  const thinking = view.state === 'thinking';
  return (
    <section class="card coach" aria-label="The coach" aria-busy={thinking}>
      {node.parent && moveOf && <MoveWords move={moveOf} node={node} />}
      {node.parent && !moveOf && thinking && <Placeholder text={`Looking at ${node.san} …`} />}
      {view.state === 'over' && <p>The game is over: {gameEnd.value ?? 'no more moves'}.</p>}
      {view.position && view.position.threats.length > 0 && (
        <div class="words"><h3><Icon name="threat" /> Threat</h3><Statements statements={view.position.threats} node={node} /></div>
      )}
      {view.position?.best && (revealed === node
        ? <BestWords best={view.position.best} node={node} />
        : <button type="button" class="button" onClick={() => setRevealed(node)}>Show the best move here</button>)}
      {thinking && !view.position && <Placeholder text="Thinking about the position …" />}
      {view.problem && <p class="problem">{view.problem}</p>}
    </section>
  );
}

const Placeholder = ({ text }: { text: string }) => <p class="quiet thinking"><span class="spinner" aria-hidden="true" /> {text}</p>;

function RetryCard() {
  const now = retry.value;
  if (!now) return null;
  const { moment } = now;
  const solved = now.state === 'best' || now.state === 'good';
  const moments = keyMoments();
  const next = moments[moments.findIndex(other => other.node === moment.node) + 1];
  return (
    <section class="card retry" aria-label="Try again">
      <h2>Try again</h2>
      <p>In the game {moveNumber(moment.node.ply)} <b>{moment.node.san}</b> was played: <LabelBadge label={moment.move.label} />. Find a better move on the board.</p>
      <p class={`verdict ${now.state}`} role="status">
        {now.state === 'checking' && `Checking ${now.tried} …`}
        {now.state === 'best' && `✓ ${now.tried} is the best move.`}
        {now.state === 'good' && `✓ ${now.tried} is good as well. Skua prefers ${moment.move.best.san}.`}
        {now.state === 'wrong' && `✗ ${now.tried} is not it. Try another move.`}
        {now.state === 'shown' && `The best move was ${moment.move.best.san}.`}
      </p>
      {(solved || now.state === 'shown') && <Statements statements={moment.move.statements} node={moment.node} />}
      <div class="buttons">
        {!solved && now.state !== 'shown' && <button type="button" class="button" onClick={showSolution}>Show the solution</button>}
        {next && <button type="button" class="button primary" onClick={() => tryAgain(next)}>Next mistake</button>}
        <button type="button" class="button" onClick={endRetry}>Back to the game</button>
      </div>
    </section>
  );
}

function Side({ name, play }: { name: string; play: SidePlay }) {
  return (
    <div class="side-play">
      <h3>{name}</h3>
      <p class="accuracy"><b>{play.accuracy.toFixed(1)}</b> % accuracy</p>
      <ul class="counts">
        {([['?!', 'inaccuracies', play.inaccuracies], ['?', 'mistakes', play.mistakes], ['??', 'blunders', play.blunders]] as const).map(([glyph, word, count]) => (
          <li key={word}><b>{count}</b> {word} <span class="quiet" aria-hidden="true">{glyph}</span></li>
        ))}
        <li><b>{play.acpl}</b> centipawns lost a move</li>
      </ul>
    </div>
  );
}

function MomentItem({ moment }: { moment: Moment }) {
  const { node, move } = moment;
  return (
    <li class={current.value === node ? 'current' : ''}>
      <button type="button" class="moment" onClick={() => goTo(node)}>
        <span class="san">{moveNumber(node.ply)} {node.san}</span> <LabelBadge label={move.label} />
        <span class="quiet">{Math.round(move.win_before)} → {Math.round(move.win_after)} of 100 points</span>
      </button>
      <IconButton icon="undo" label={`Try again: ${moveNumber(node.ply)} ${node.san}`} onClick={() => tryAgain(moment)} />
    </li>
  );
}

export function Report() {
  const state = reportState.value;
  const game = report.value;
  const [side, setSide] = useState<Color | 'both'>('both');
  if (state.state === 'running') {
    return (
      <section class="card report" aria-label="Report">
        <h2>Report on the game</h2>
        <label class="progress">Analysing: {state.done} of {state.total}
          <progress value={state.done} max={Math.max(1, state.total)} />
        </label>
        <button type="button" class="button" onClick={cancelReport}>Cancel</button>
      </section>
    );
  }
  const names = { white: tree.value.headers.get('White') ?? 'White', black: tree.value.headers.get('Black') ?? 'Black' };
  const moments = keyMoments(side);
  return (
    <section class="card report" aria-label="Report">
      <div class="card-head">
        <h2>Report on the game</h2>
        <div class="buttons">
          <label class="inline">Depth <select value={settings.value.reportDepth} onChange={event => changeSettings({ reportDepth: event.currentTarget.value as 'quick' })}>
            <option value="quick">quick</option><option value="usual">usual</option><option value="deep">deep</option>
          </select></label>
          <button type="button" class={`button ${game ? '' : 'primary'}`} onClick={startReport}>{game ? 'Again' : 'Analyse the game'}</button>
        </div>
      </div>
      {state.state === 'failed' && <p class="problem">The report failed: {state.reason}</p>}
      {!game && <p class="quiet">Every move of the main line is compared with the best one: accuracy, the course of the game, key moments, and reasons in words.</p>}
      {game && (
        <>
          <div class="sides"><Side name={names.white === '?' ? 'White' : names.white} play={game.white} /><Side name={names.black === '?' ? 'Black' : names.black} play={game.black} /></div>
          <Graph />
          <div class="card-head">
            <h3>Key moments</h3>
            <label class="inline">Side <select value={side} onChange={event => setSide(event.currentTarget.value as Color)}>
              <option value="both">both</option><option value="white">White</option><option value="black">Black</option>
            </select></label>
          </div>
          {moments.length === 0 ? <p class="quiet">No errors to show.</p> : <ol class="moments">{moments.map(moment => <MomentItem key={moment.node.id} moment={moment} />)}</ol>}
          <p class="quiet">{game.engine}, {game.nodes.toLocaleString('en')} nodes a position. Accuracy by lichess’s formula with Skua’s own expectations.</p>
        </>
      )}
    </section>
  );
}

export function UnderstandPanel() {
  return (
    <>
      {retry.value ? <RetryCard /> : <Coach />}
      <section class="card moves short">
        <OpeningName />
        <MoveList />
        {!retry.value && <MoveField fen={current.value.fen} onMove={playMove} />}
      </section>
      <Report />
      <FileTools />
    </>
  );
}
