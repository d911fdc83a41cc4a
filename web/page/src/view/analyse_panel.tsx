// Analyse mode beside the board: the engine's lines, the opening, the moves, and tools for the current move.
import { useState } from 'preact/hooks';
import { controller, currentEvaluation, engineOn, phase, searchState, threat, threatOn } from '../app/analysis';
import { openEditor } from '../app/editor';
import { toggleGlyph } from '../app/keys';
import { openingOf } from '../app/openings';
import { announce, changeSettings, current, dialog, flip, goTo, openTree, playMove, revision, settings, step, touchTree, tree } from '../app/state';
import { MoveTree } from '../chess/move_tree';
import { StartFen, endOf, playLine, positionKey, readMove, turnOf } from '../chess/rules';
import { GlyphSymbols, MoveGlyphs, formatScore, spokenScore, whitePoints } from '../chess/score';
import { Icon, IconButton } from './icons';
import { LineMoves } from './line';
import { MoveList } from './move_list';
import { describeAll, spokenMove } from './spoken';
import { TablebasePanel } from './tablebase_panel';
import { positionOf } from '../chess/rules';

const short = (value: number): string =>
  value >= 1e6 ? `${(value / 1e6).toFixed(1)} M` : value >= 1e3 ? `${Math.round(value / 1e3)} k` : String(value);

function status(): string {
  const now = searchState.value;
  const found = currentEvaluation.value;
  if (!engineOn.value) return found ? `Off · saved at depth ${found.depth}` : 'Off';
  const end = endOf([current.value.fen]);
  if (end) return `The game is over: ${end}`;
  switch (phase.value) {
    case 'off':
    case 'starting': return 'Starting the engine …';
    case 'failed': return 'The engine has failed';
    default:
  }
  if (!now) return found ? `Saved: depth ${found.depth}` : 'Searching …';
  const saved = found && found.depth > now.depth ? ` · saved at ${found.depth}` : '';
  return `Depth ${now.depth} · ${short(now.nps)}/s${saved}`;
}

export function EnginePanel() {
  const node = current.value;
  const found = currentEvaluation.value;
  const { lines } = settings.value;
  const threatened = threatOn.value && threat.value?.key === positionKey(node.fen) ? threat.value : null;
  return (
    <section class="card engine" aria-label="Engine">
      <header class="engine-head">
        <button type="button" class="switch" role="switch" aria-checked={engineOn.value} aria-label="Engine"
          onClick={() => (engineOn.value = !engineOn.value)}><span /></button>
        <strong class="score">{found?.lines[0] && engineOn.value ? formatScore(found.lines[0].score) : '–'}</strong>
        <span class="status" data-testid="engine-status">{status()}</span>
        {phase.value === 'failed' && <button type="button" class="button" onClick={() => controller.restart()}>Restart</button>}
        <IconButton icon="threat" label="Show the threat" pressed={threatOn.value} onClick={() => (threatOn.value = !threatOn.value)} />
        <span class="stepper">
          <IconButton icon="minus" label="Fewer lines" disabled={lines <= 1} onClick={() => changeSettings({ lines: lines - 1 })} />
          <span>{lines} {lines === 1 ? 'line' : 'lines'}</span>
          <IconButton icon="plus" label="More lines" disabled={lines >= 5} onClick={() => changeSettings({ lines: lines + 1 })} />
        </span>
      </header>
      <ol class="engine-lines" style={{ '--lines': lines }}>
        {Array.from({ length: lines }, (_, index) => {
          const line = found?.lines[index];
          if (!line || !engineOn.value) return <li key={index} class="vacant" />;
          const moves = playLine(node.fen, node.ply, line.pv, 14);
          return (
            <li key={index}>
              <span class={`chip ${whitePoints(line.score) >= 50 ? 'white' : 'black'}`}>{formatScore(line.score)}</span>
              <LineMoves moves={moves} onChoose={at => {
                for (const move of moves.slice(0, at + 1)) if (!playMove(move.uci)) break;
              }} />
            </li>
          );
        })}
      </ol>
      {threatOn.value && (
        <p class="threat-line"><Icon name="threat" /> {threatened
          ? <>If {turnOf(node.fen)} passed: <b>{formatScore(threatened.score)}</b> {playLine(node.fen, node.ply, ['0000', ...threatened.pv], 7).slice(1).map(move => move.san).join(' ')}</>
          : positionOf(node.fen).isCheck() ? 'In check: there is no pass.' : 'Looking for the threat …'}</p>
      )}
    </section>
  );
}

export function OpeningName() {
  const opening = openingOf(current.value);
  return <p class="opening">{opening ? <><b>{opening.eco}</b> {opening.name}</> : <span class="quiet">{tree.value.root.fen !== StartFen ? 'Own position' : current.value.parent ? ' ' : 'Start position'}</span>}</p>;
}

// A field for moves and questions as text.
export function MoveField({ onMove, fen }: { onMove: (uci: string) => boolean; fen: string }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const submit = (): void => {
    const answered = answerCommand(text.trim().toLowerCase());
    if (!answered) {
      const move = readMove(fen, text);
      if (!move.ok || !onMove(move.value)) {
        const reason = move.ok ? 'This move is not possible now.' : move.reason;
        setProblem(reason);
        announce(reason);
        return;
      }
    }
    setProblem('');
    setText('');
  };
  return (
    <form class="move-field" onSubmit={event => { event.preventDefault(); submit(); }}>
      <label>
        <span class="hidden">Type a move, or: eval, best, last, pieces, back, flip</span>
        <input value={text} onInput={event => setText(event.currentTarget.value)} placeholder="Type a move: Nf3, e2e4" maxLength={40}
          autocomplete="off" autocapitalize="off" spellcheck={false} enterkeyhint="go" />
      </label>
      {problem && <span class="problem" role="status">{problem}</span>}
    </form>
  );
}

// Questions that a screen reader's user asks in words; whether the text was one.
export function answerCommand(command: string): boolean {
  const best = currentEvaluation.value?.lines[0];
  switch (command) {
    case 'eval':
    case 'v':
      announce(best ? `${spokenScore(best.score)}, depth ${currentEvaluation.value?.depth ?? 0}` : 'Not evaluated yet.');
      return true;
    case 'best':
    case 'g':
      announce(best ? `Best: ${playLine(current.value.fen, current.value.ply, best.pv, 1)[0]?.san ?? ''}` : 'No best move yet.');
      return true;
    case 'last':
    case 'l':
      announce(spokenMove(current.value));
      return true;
    case 'pieces':
      announce(describeAll(positionOf(current.value.fen).board));
      return true;
    case 'back':
      step(-1);
      return true;
    case 'flip':
      flip();
      return true;
    default:
      return false;
  }
}

function MoveTools() {
  void revision.value;
  const node = current.value;
  const [editing, setEditing] = useState(false);
  const isMove = node.parent !== null;
  const change = (action: () => void): void => {
    action();
    touchTree();
  };
  return (
    <section class="move-tools" aria-label="Current move">
      <div class="tool-row">
        {MoveGlyphs.map(glyph => (
          <button type="button" key={glyph} class="glyph-button" disabled={!isMove} aria-pressed={node.glyphs.includes(glyph)}
            title={GlyphSymbols[glyph]?.word} aria-label={`Mark as ${GlyphSymbols[glyph]?.word ?? ''}`} onClick={() => toggleGlyph(glyph)}>
            {GlyphSymbols[glyph]?.symbol}
          </button>
        ))}
        <IconButton icon="text" label="Comment" pressed={editing} onClick={() => setEditing(!editing)} />
        <IconButton icon="up" label="Move this variation up" disabled={!isMove || tree.value.isMainline(node)} onClick={() => change(() => tree.value.promote(node))} />
        <IconButton icon="star" label="Make this the main line" disabled={!isMove || tree.value.isMainline(node)} onClick={() => change(() => tree.value.makeMainline(node))} />
        <IconButton icon="trash" label="Delete this move and what follows" disabled={!isMove} onClick={() => change(() => goTo(tree.value.remove(node)))} />
      </div>
      {editing && (
        <label class="comment-field">
          <span>Comment {isMove ? `on ${node.san}` : 'on the game'}</span>
          <textarea rows={2} value={node.comment} maxLength={5000}
            onInput={event => change(() => tree.value.annotate(node, { comment: event.currentTarget.value }))} />
        </label>
      )}
    </section>
  );
}

export function FileTools() {
  return (
    <div class="file-tools">
      <IconButton icon="new" label="New" text onClick={() => openTree(new MoveTree())} />
      <IconButton icon="board" label="Set up" text onClick={openEditor} />
      <IconButton icon="open" label="Open" text onClick={() => (dialog.value = 'import')} />
      <IconButton icon="share" label="Share" text onClick={() => (dialog.value = 'share')} />
    </div>
  );
}

export function AnalysePanel() {
  return (
    <>
      <EnginePanel />
      <TablebasePanel />
      <section class="card moves">
        <OpeningName />
        <MoveList />
        <MoveTools />
        <MoveField fen={current.value.fen} onMove={playMove} />
      </section>
      <FileTools />
    </>
  );
}
