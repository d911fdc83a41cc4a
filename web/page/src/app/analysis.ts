// The engine's view of the current position: what it searches, what it has found, and the labels of moves that follow.
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { type MoveNode, pathTo } from '../chess/move_tree';
import { type Color, endOf, forEngine, legalMove, passed, positionKey, positionOf, turnOf } from '../chess/rules';
import { type Label, type Score, errorLabel, fromView, pointsFor } from '../chess/score';
import { EngineController, type Phase } from '../engine/controller';
import { type Probe, probeJob, searchJob } from '../engine/jobs';
import { threadsPossible } from '../engine/load';
import type { Info, Limits, Position } from 'skua-engine';
import { type Evaluation, Evaluations } from '../store/evaluations';
import { current, database, edited, mode, notify, preview, settings, tree } from './state';
import { createEngine } from './engines';
import { canProbe, giveTables, probed, tables } from './tablebases';
import { makeUci } from 'chessops/util';

export const engineOn = signal(true);
export const threatOn = signal(false);
export const phase = signal<Phase>('off');
export const evaluationsChanged = signal(0);
const labelsChanged = signal(0); // more seldom: labels are asked for by every move of the list
export const searchState = signal<{ depth: number; nps: number; nodes: number; seldepth: number } | null>(null);
export const threat = signal<{ key: string; score: Score; pv: string[]; depth: number } | null>(null);

export const evaluations = new Evaluations(database, () => {
  batch(() => {
    evaluationsChanged.value += 1;
    labelsChanged.value += 1;
  });
});
export const controller = new EngineController(createEngine, next => (phase.value = next));

export const usedThreads = (): number => (threadsPossible() ? settings.value.threads : 1);

// What the engine is told of a node: the start of the game and the moves, so that it knows of repetitions.
export function enginePosition(node: MoveNode): Position {
  const path = pathTo(node);
  const { chess960, root } = tree.value;
  // A very long game is given by a later position; repetitions before it don't matter any more.
  const first = path.length > 400 ? path[path.length - 200] ?? root : path[0] ?? root;
  const moves = path.slice(path.indexOf(first) + 1).map(at => forEngine(at.parent?.fen ?? root.fen, at.uci, chess960));
  return { fen: first.fen, moves, chess960 };
}

export const analysisOptions = (): Record<string, string | number | boolean> => ({
  Hash: settings.value.hash,
  UCI_LimitStrength: false,
  UCI_AnalyseMode: true,
  OwnBook: false,
});

// UCI has no word for a win in the tablebases: 20,000 centipawns less the plies to it stand for that.
const TablebaseWin = 20_000;
const LeastTablebaseWin = 19_500;

export function scoreFrom({ mate, cp = 0 }: Info['score'], turn: Color): Score {
  if (mate !== undefined) return fromView({ mate }, turn);
  if (Math.abs(cp) < LeastTablebaseWin) return fromView({ cp }, turn);
  return fromView({ tb: Math.sign(cp) * Math.max(1, TablebaseWin - Math.abs(cp)) }, turn);
}

// The moves as the page writes them: castling as king takes rook.
export function ownMoves(fen: string, moves: readonly string[]): string[] {
  const position = positionOf(fen);
  const own: string[] = [];
  for (const uci of moves) {
    const move = legalMove(position, uci);
    if (!move) break;
    own.push(makeUci(move));
    position.play(move);
  }
  return own;
}

// ------------------------------------------------------------------ searching

// Collects the lines of one search, and publishes them at most ten times a second.
class Collector {
  private readonly lines: Evaluation['lines'] = [];
  private last: Info | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly turn: Color;
  private readonly key: string;

  constructor(
    private readonly fen: string,
    private readonly publish: (evaluation: Evaluation, info: Info) => void,
  ) {
    this.turn = turnOf(fen);
    this.key = positionKey(fen);
  }

  add(info: Info): void {
    if (info.bound || info.pv.length === 0) return;
    this.lines[info.multipv - 1] = { score: scoreFrom(info.score, this.turn), pv: info.pv };
    this.last = info;
    this.timer ??= setTimeout(() => this.flush(), 100);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { last } = this;
    if (!last) return;
    const lines = this.lines.map(line => ({ score: line.score, pv: ownMoves(this.fen, line.pv.slice(0, 24)) }));
    if (lines.length === 0 || lines.some(line => line.pv.length === 0)) return;
    this.publish({ key: this.key, depth: last.depth, nodes: last.nodes, lines }, last);
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.last = undefined;
  }
}

const MinLabelDepth = 8;
let collector: Collector | undefined;

const limits = (): Limits => (settings.value.searchTime === 0 ? { infinite: true } : { movetime: 1000 * settings.value.searchTime });

const probeOf = (node: MoveNode): Probe => ({
  onResult: result => (probed.value = { node, result }),
  onUnknown: reason => (probed.value = { node, result: reason }),
});

function searchNode(node: MoveNode): void {
  let labelledDepth = 0;
  const collecting = new Collector(node.fen, (evaluation, info) => {
    batch(() => {
      searchState.value = { depth: info.depth, seldepth: info.seldepth, nps: info.nps, nodes: info.nodes };
      if (!evaluations.offer(evaluation)) return;
      evaluationsChanged.value += 1;
      if (evaluation.depth >= MinLabelDepth && evaluation.depth !== labelledDepth) labelsChanged.value += 1;
      labelledDepth = evaluation.depth;
    });
  });
  collector = collecting;
  controller.request(
    searchJob({
      position: enginePosition(node),
      limits: limits(),
      options: analysisOptions(),
      multipv: settings.value.lines,
      ...(canProbe(node.fen) ? { probe: probeOf(node) } : {}),
      onInfo: info => collecting.add(info),
      onDone: () => collecting.flush(),
      onError: reason => notify(phase.value === 'failed' ? `The engine can't run: ${reason}` : `The engine can't search this position: ${reason}`, 'error'),
    }),
  );
}

function searchThreat(node: MoveNode, fen: string): void {
  const key = positionKey(node.fen);
  const collecting = new Collector(fen, (evaluation, info) => {
    const line = evaluation.lines[0];
    if (line) threat.value = { key, score: line.score, pv: line.pv, depth: info.depth };
  });
  collector = collecting;
  controller.request(
    searchJob({
      position: { fen, chess960: tree.value.chess960 },
      limits: { movetime: 5000 },
      options: analysisOptions(),
      multipv: 1,
      onInfo: info => collecting.add(info),
      onDone: () => collecting.flush(),
    }),
  );
}

let usedEngine = settings.value.engine;

function changeEngine(): void {
  if (settings.value.engine === usedEngine) return;
  usedEngine = settings.value.engine;
  if (controller.phase !== 'off') controller.restart();
}

let prepared: typeof tables.value = [];

function prepareForTables(chosen: typeof tables.value): void {
  if (chosen === prepared) return;
  prepared = chosen;
  controller.setPreparation(chosen.length === 0 ? undefined : engine => giveTables(engine, chosen));
}

// While the user steps quickly, the search waits for a pause.
const QuickStep = 150;

// Searches what the user looks at, and nothing else.
export function followUser(): () => void {
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return effect(() => {
    clearTimeout(timer);
    changeEngine();
    controller.setThreads(usedThreads());
    prepareForTables(tables.value);
    if (mode.value !== 'analyse') return;
    const node = current.value;
    void [settings.value.lines, settings.value.hash, settings.value.searchTime, tree.value];
    const on = engineOn.value;
    const editing = edited.value !== null;
    const passedFen = threatOn.value ? passed(node.fen) : undefined;
    untracked(() => {
      collector?.cancel();
      searchState.value = null;
      const quick = performance.now() - last < QuickStep;
      last = performance.now();
      const search = (): void => {
        if (!on) controller.request(probeJob(enginePosition(node), analysisOptions(), probeOf(node)));
        else if (passedFen === undefined) searchNode(node);
        else searchThreat(node, passedFen);
      };
      if (editing || endAt(node) || (!on && !canProbe(node.fen))) controller.request(null);
      else if (quick) {
        controller.request(null);
        timer = setTimeout(search, QuickStep);
      } else search();
    });
  });
}

// ------------------------------------------------------------------ results

export function evaluationOf(node: MoveNode): Evaluation | undefined {
  void evaluationsChanged.value;
  return evaluations.get(positionKey(node.fen));
}

const ends = new WeakMap<MoveNode, ReturnType<typeof endOf> | 'none'>();

// How the position ends the game, apart from repetitions; remembered, since labels ask for it often.
function endAt(node: MoveNode): ReturnType<typeof endOf> {
  let end = ends.get(node);
  if (end === undefined) {
    end = endOf([node.fen]) ?? 'none';
    ends.set(node, end);
  }
  return end === 'none' ? undefined : end;
}

// The score of a position: by the rules if the game is over, else by the search.
export function scoreOf(node: MoveNode): Score | undefined {
  const found = evaluationOf(node)?.lines[0]?.score;
  if (found) return found;
  const end = endAt(node);
  if (end === 'checkmate') return { mate: turnOf(node.fen) === 'white' ? -0.5 : 0.5 };
  return end ? { cp: 0 } : undefined;
}

export const currentEvaluation = computed(() => (preview.value ? undefined : evaluationOf(current.value)));

// The label of a move while exploring: both positions must have been searched.
export function liveLabel(node: MoveNode): Label | undefined {
  void labelsChanged.value;
  return untracked(() => labelByScores(node));
}

function labelByScores(node: MoveNode): Label | undefined {
  if (!node.parent) return undefined;
  const before = evaluationOf(node.parent);
  const best = before?.lines[0];
  if (!before || !best || before.depth < MinLabelDepth) return undefined;
  if (best.pv[0] === node.uci) return 'best';
  const after = evaluationOf(node);
  const score = scoreOf(node);
  if (!score || (after && after.depth < MinLabelDepth)) return undefined;
  const side = turnOf(node.parent.fen);
  // A search from the later position can find more; then the move is as good as that.
  const reachable = pointsFor(score, side) > pointsFor(best.score, side) ? score : best.score;
  return errorLabel(reachable, score, side);
}
