// The frame of the page: header, board with its bars and buttons, and the panel of the mode.
import type { DrawShape } from '@lichess-org/chessground/draw';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { currentEvaluation, engineOn, evaluationOf, scoreOf, threat, threatOn } from '../app/analysis';
import { hint, game, gameChanged, userMove, viewedPly } from '../app/play';
import { rateRetry, retry } from '../app/coach';
import { stepInPlay } from '../app/keys';
import { applyUpdate, update } from '../app/offline';
import {
  type Mode, announcement, current, dialog, edited, flip, goToEnd, goToStart, keepPreview, mode, notice, orientation, playMove, preview, revision, settings,
  shownFen, step, tree,
} from '../app/state';
import { StartFen, arrowOf, positionKey, squaresOf } from '../chess/rules';
import { LabelWords, isError } from '../chess/score';
import { AnalysePanel, answerCommand } from './analyse_panel';
import { Board } from './board';
import { Dialogs } from './dialogs';
import { Editor, EditorPanel } from './editor';
import { EvaluationBar } from './evaluation_bar';
import { IconButton, type IconName, Icon, Logo } from './icons';
import { LineMoves } from './line';
import { labelOf } from './move_list';
import { PlayPanel, PlayerBar } from './play_panel';
import { UnderstandPanel } from './understand_panel';

const Modes: [Mode, string, IconName][] = [['analyse', 'Analyse', 'analyse'], ['understand', 'Understand', 'understand'], ['play', 'Play', 'play']];

function Header() {
  return (
    <header class="top">
      <a class="brand" href="#analyse" aria-label="Skua"><Logo /><span>Skua</span></a>
      <nav aria-label="Mode">
        {Modes.map(([name, label, icon]) => (
          <a key={name} href={`#${name}`} aria-current={mode.value === name ? 'page' : undefined}><Icon name={icon} /><span>{label}</span></a>
        ))}
      </nav>
      <div class="top-tools">
        <IconButton icon="help" label="Keys and help" class="help" onClick={() => (dialog.value = 'keys')} />
        <IconButton icon="settings" label="Settings" onClick={() => (dialog.value = 'settings')} />
      </div>
    </header>
  );
}

// ------------------------------------------------------------------ boards

const arrow = (fen: string, uci: string, brush: string, lineWidth?: number): DrawShape[] => {
  const squares = arrowOf(fen, uci);
  if (!squares) return [];
  const shape: DrawShape = { orig: squares[0], dest: squares[1], brush };
  if (lineWidth !== undefined) shape.modifiers = { lineWidth };
  return [shape];
};

const LabelColors = { inaccuracy: '#b7791f', mistake: '#c2571a', blunder: '#b3261e' } as const;

function analysisShapes(): DrawShape[] {
  void revision.value;
  const shapes: DrawShape[] = [];
  const node = current.value;
  const shown = preview.value;
  if (shown) {
    const next = shown.moves[shown.index];
    return next && !next.pass ? arrow(shownFen.value, next.uci, 'blue', 7) : [];
  }
  if (retry.value) return [];
  const { arrows, variationArrows } = settings.value;
  if (variationArrows && node.children.length > 1) for (const child of node.children) shapes.push(...arrow(node.fen, child.uci, 'grey', 9));
  if (arrows && mode.value === 'analyse' && engineOn.value && !threatOn.value) {
    const lines = evaluationOf(node)?.lines.slice(0, settings.value.lines) ?? [];
    lines.forEach((line, index) => {
      const first = line.pv[0];
      if (first !== undefined) shapes.push(...arrow(node.fen, first, index === 0 ? 'blue' : 'paleBlue', index === 0 ? 10 : Math.max(3, 8 - 2 * index)));
    });
  }
  const threatened = threatOn.value && mode.value === 'analyse' ? threat.value : null;
  if (threatened && threatened.key === positionKey(node.fen) && threatened.pv[0] !== undefined) shapes.push(...arrow(node.fen, threatened.pv[0], 'red', 10));
  const label = labelOf(node);
  const square = squaresOf(node.uci)[1];
  if (label && isError(label) && square) shapes.push({ orig: square, label: { text: LabelWords[label].glyph, fill: LabelColors[label as 'mistake'] } });
  return shapes;
}

function AnalysisBoard() {
  const shown = preview.value;
  const fen = shownFen.value;
  const node = current.value;
  const lastMove = shown && shown.index > 0 ? shown.moves[shown.index - 1]?.uci : node.uci;
  const shapes = analysisShapes();
  const key = JSON.stringify(shapes);
  const stable = useMemo(() => shapes, [key]);
  const drawn = shown ? undefined : node.shapes;
  return (
    <Board fen={fen} orientation={orientation.value} chess960={tree.value.chess960} movable="both" shapes={stable}
      {...(lastMove && lastMove !== '0000' ? { lastMove } : {})} {...(drawn ? { drawn } : {})}
      onDraw={marks => { if (!preview.value) { node.shapes = marks; } }}
      onMove={uci => (retry.value ? rateRetry(uci) : playMove(uci))} onCommand={command => answerCommand(command)} />
  );
}

function GameBoard() {
  void gameChanged.value;
  const now = game.value;
  const hinted = hint.value?.uci;
  const shapes = useMemo(() => (now && hinted !== undefined ? arrow(now.node.fen, hinted, 'green') : []), [now, hinted]);
  const viewed = viewedPly.value === null ? now?.node : [now?.tree.root, ...(now?.tree.mainline() ?? [])][viewedPly.value];
  const node = viewed ?? now?.node;
  return (
    <Board fen={node?.fen ?? StartFen} orientation={orientation.value} chess960={now?.settings.chess960 ?? false}
      movable={now?.userToMove && viewedPly.value === null ? now.settings.user : 'none'} shapes={shapes}
      {...(node?.uci ? { lastMove: node.uci } : {})} onMove={uci => void userMove(uci)} />
  );
}

const WheelStep = 60; // of a wheel's or trackpad's movement

// The wheel steps through the game where the page itself has nothing to scroll.
function useWheel(area: { current: HTMLElement | null }): void {
  useEffect(() => {
    let turned = 0;
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || edited.value || document.documentElement.scrollHeight > innerHeight + 1) return;
      event.preventDefault();
      turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : WheelStep * Math.sign(event.deltaY);
      if (Math.abs(turned) < WheelStep) return;
      stepOnBoard(turned > 0 ? 1 : -1);
      turned = 0;
    };
    area.current?.addEventListener('wheel', onWheel, { passive: false });
    return () => area.current?.removeEventListener('wheel', onWheel);
  }, []);
}

const stepOnBoard = (direction: 1 | -1): void => (mode.value === 'play' ? stepInPlay(direction) : step(direction));

// Below the board on narrow screens, at the top of the panel on wide ones.
function PreviewBar({ place }: { place: 'below' | 'beside' }) {
  const shown = preview.value;
  if (!shown) return null;
  return (
    <div class={`preview-bar ${place}`} role="region" aria-label="Line on the board">
      <div class="preview-moves"><LineMoves moves={shown.moves} current={shown.index} onChoose={index => (preview.value = { ...shown, index: index + 1 })} /></div>
      <div class="buttons">
        <button type="button" class="button small" onClick={keepPreview}>Keep as variation</button>
        <button type="button" class="button small primary" onClick={() => (preview.value = null)}>Back to the game</button>
      </div>
    </div>
  );
}

function Controls() {
  const playing = mode.value === 'play';
  return (
    <div class="controls" role="group" aria-label="Moves on the board">
      <IconButton icon="flip" label="Turn the board" onClick={flip} />
      <IconButton icon="first" label="To the start" onClick={() => (playing ? stepInPlay('start') : goToStart())} />
      <IconButton icon="back" label="One move back" class="wide" onClick={() => stepOnBoard(-1)} />
      <IconButton icon="forward" label="One move on" class="wide" onClick={() => stepOnBoard(1)} />
      <IconButton icon="last" label="To the end" onClick={() => (playing ? stepInPlay('end') : goToEnd())} />
    </div>
  );
}

function Notice() {
  const now = notice.value;
  return (
    <div class="notices">
      {now && <div class={`notice ${now.kind}`} role={now.kind === 'error' ? 'alert' : 'status'}>{now.kind === 'error' && <b>! </b>}{now.text}
        <button type="button" aria-label="Close the message" onClick={() => (notice.value = null)}>×</button></div>}
      {update.value && <div class="notice" role="status">A new version is ready. <button type="button" class="button small" onClick={applyUpdate}>Update now</button></div>}
    </div>
  );
}

function Names() {
  void revision.value;
  const { headers } = tree.value;
  const white = headers.get('White') ?? '?';
  const black = headers.get('Black') ?? '?';
  if (white === '?' && black === '?') return null;
  return (
    <p class="names">
      <span class="disc white" aria-hidden="true" /><span class="name" title={white}>{white}</span> <span class="quiet">–</span>
      <span class="disc black" aria-hidden="true" /><span class="name" title={black}>{black}</span> <span class="quiet">{headers.get('Result') ?? ''}</span>
    </p>
  );
}

export function App() {
  const area = useRef<HTMLElement>(null);
  useWheel(area);
  const playing = mode.value === 'play';
  const editing = mode.value === 'analyse' && edited.value !== null;
  const bar = settings.value.evaluationBar && !playing && !retry.value && !editing;
  const evaluated = currentEvaluation.value;
  void evaluated;
  useEffect(() => {
    document.title = `${Modes.find(([name]) => name === mode.value)?.[1] ?? ''} · Skua`;
    scrollTo({ top: 0 });
    document.querySelector('.panel')?.scrollTo({ top: 0 });
  }, [mode.value]);
  const top = orientation.value === 'white' ? 'black' : 'white';
  return (
    <>
      <Header />
      <main class={`layout ${mode.value} ${bar ? 'with-bar' : ''} ${editing ? 'setting-up' : ''}`}>
        <h1 class="hidden">Skua: {mode.value}</h1>
        <section class="board-area" aria-label="Board" ref={area}>
          {playing && <PlayerBar side={top} />}
          {bar && <EvaluationBar score={preview.value ? undefined : scoreOf(current.value)} orientation={orientation.value} />}
          {playing ? <GameBoard key="game" /> : editing ? <Editor key="editor" /> : <AnalysisBoard key="analysis" />}
          {playing && <PlayerBar side={orientation.value} />}
          {!playing && <PreviewBar place="below" />}
        </section>
        {!editing && <Controls />}
        <div class="panel">
          {!playing && <PreviewBar place="beside" />}
          {!playing && !editing && <Names />}
          {mode.value === 'analyse' && (editing ? <EditorPanel /> : <AnalysePanel />)}
          {mode.value === 'understand' && <UnderstandPanel />}
          {playing && <PlayPanel />}
        </div>
      </main>
      <Dialogs />
      <Notice />
      <div class="hidden" role="status" aria-live="polite" data-testid="live">{announcement.value}</div>
    </>
  );
}
