// The coach's words for the current move and position, and the report on the whole game.
import { batch, effect, signal, untracked } from '@preact/signals';
import { makeUci } from 'chessops/util';
import { type MoveNode, MoveTree } from '../chess/move_tree';
import { type Addition, writeGame } from '../chess/pgn';
import { type Explanation, type GameReport, type ReportMove, type Statement, isGameReport, readExplanation, readReport } from '../chess/report';
import { type Color, endOf, forEngine, legalMove, playLine, positionKey, positionOf, turnOf } from '../chess/rules';
import { type Label, LabelWords, isError, pointsFor } from '../chess/score';
import { EngineController } from '../engine/controller';
import { explainJob, gameJob, searchJob } from '../engine/jobs';
import { ReportDepths } from '../store/settings';
import { analysisOptions, controller, enginePosition, evaluations, evaluationsChanged, scoreFrom } from './analysis';
import { createEngine } from './engines';
import { announce, current, database, goTo, mode, notify, preview, revision, settings, tree } from './state';

// ------------------------------------------------------------------ words for one position

export interface CoachView {
  move: Explanation | null; // of the position before, with the last move
  position: Explanation | null;
  state: 'thinking' | 'done' | 'over';
  problem: string;
}

const ExplainNodes = 100_000;
export const coach = signal<CoachView>({ move: null, position: null, state: 'thinking', problem: '' });
const known = new Map<string, Explanation>();

const keyOf = (node: MoveNode, move: string): string => `${positionKey(node.fen)} ${move}`.trim();

async function remembered(key: string): Promise<Explanation | undefined> {
  const inMemory = known.get(key);
  if (inMemory) return inMemory;
  const stored = await database.get('explanations', key);
  if (stored === undefined) return undefined;
  const explanation = readExplanation(stored);
  if (!explanation.ok) return undefined;
  known.set(key, explanation.value);
  return explanation.value;
}

function remember(key: string, explanation: Explanation): void {
  if (known.size > 2000) known.clear();
  known.set(key, explanation);
  void database.put('explanations', key, explanation);
}

function noteScore(node: MoveNode, explanation: Explanation): void {
  const best = explanation.best;
  if (!best) return;
  const score = 'tb' in best.score ? { mate: best.score.tb } : best.score;
  if (evaluations.offer({ key: positionKey(node.fen), depth: 8, nodes: ExplainNodes, lines: [{ score, pv: best.line.slice(0, 24) }] })) {
    evaluationsChanged.value += 1;
  }
}

export function followUserWithWords(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return effect(() => {
    clearTimeout(timer);
    if (mode.value !== 'understand') return;
    const node = current.value;
    void tree.value;
    const paused = retry.value !== null || reportState.value.state === 'running';
    untracked(() => {
      coach.value = { move: null, position: null, state: 'thinking', problem: '' };
      controller.request(null);
      if (!paused) timer = setTimeout(() => void explain(node), 120);
    });
  });
}

async function explain(node: MoveNode): Promise<void> {
  const stillWanted = (): boolean => current.value === node && mode.value === 'understand';
  const { parent } = node;
  const over = endOf([node.fen]) !== undefined;
  const moveKey = parent ? keyOf(parent, node.uci) : '';
  const move = parent ? await remembered(moveKey) : undefined;
  const position = over ? undefined : await remembered(keyOf(node, ''));
  if (!stillWanted()) return;
  coach.value = { move: move ?? null, position: position ?? null, state: over ? 'over' : 'thinking', problem: '' };
  const askMove = (then: () => void): void => {
    if (!parent || move) {
      then();
      return;
    }
    ask(parent, [forEngine(parent.fen, node.uci, tree.value.chess960)], explanation => {
      remember(moveKey, explanation);
      noteScore(parent, explanation);
      if (stillWanted()) coach.value = { ...coach.value, move: explanation };
      then();
    });
  };
  const askPosition = (): void => {
    if (over || position) {
      if (stillWanted()) coach.value = { ...coach.value, state: over ? 'over' : 'done' };
      return;
    }
    ask(node, [], explanation => {
      remember(keyOf(node, ''), explanation);
      noteScore(node, explanation);
      if (stillWanted()) coach.value = { ...coach.value, position: explanation, state: 'done' };
    });
  };
  askMove(askPosition);
}

function ask(node: MoveNode, moves: string[], onAnswer: (explanation: Explanation) => void): void {
  controller.request(
    explainJob({
      position: enginePosition(node),
      moves,
      nodes: ExplainNodes,
      options: { ...analysisOptions(), UCI_AnalyseMode: false },
      onDone: answer => {
        const explanation = readExplanation(answer);
        if (explanation.ok) onAnswer(explanation.value);
        else coach.value = { ...coach.value, state: 'done', problem: explanation.reason };
      },
      onError: reason => {
        coach.value = { ...coach.value, state: 'done', problem: `The engine could not explain this: ${reason}` };
      },
    }),
  );
}

// Shows a statement's line on the board.
export function showLine(node: MoveNode, line: readonly string[], title: string): void {
  const moves = playLine(node.fen, node.ply, line);
  if (moves.length === 0) return;
  batch(() => {
    preview.value = { origin: node, title, moves, index: 1 };
  });
  announce(`${title}: ${moves.map(move => move.san).join(' ')}`);
}

// Where a statement's line begins, if it is about the move that led to `node`.
export const lineOrigin = (statement: Statement, node: MoveNode): MoveNode =>
  statement.from === 'before' && node.parent ? node.parent : node;

// ------------------------------------------------------------------ the report on a game

export interface Report extends GameReport {
  nodeIds: number[]; // of the main line when the report was made
}
export type ReportState = { state: 'none' } | { state: 'running'; done: number; total: number } | { state: 'failed'; reason: string } | { state: 'done' };

export const report = signal<Report | null>(null);
export const reportState = signal<ReportState>({ state: 'none' });
export const MaxReportPlies = 600;

// A second engine makes reports, so that the user can go on exploring; it ends with the report.
const reporter = new EngineController(createEngine);

export function plainGame(source: MoveTree): string {
  const plain = new MoveTree(source.root.fen, source.chess960);
  for (const name of ['White', 'Black', 'Result']) {
    const value = source.headers.get(name);
    if (value !== undefined) plain.headers.set(name, value);
  }
  let at = plain.root;
  for (const node of source.mainline()) at = plain.add(at, node.uci, node.san, node.fen);
  return writeGame(plain);
}

const reportKey = (source: MoveTree): string =>
  `${source.root.fen} ${source.mainline().map(node => node.uci).join(' ')}`;

export function startReport(): void {
  const source = tree.value;
  const line = source.mainline();
  if (line.length === 0) {
    notify('There are no moves to report on yet.');
    return;
  }
  if (line.length > MaxReportPlies) {
    notify(`A report covers games of up to ${MaxReportPlies / 2} moves; this one has ${Math.ceil(line.length / 2)}.`, 'error');
    return;
  }
  controller.request(null);
  reportState.value = { state: 'running', done: 0, total: line.length };
  reporter.request(
    gameJob({
      pgn: plainGame(source),
      nodes: ReportDepths[settings.value.reportDepth],
      options: { Hash: Math.min(32, settings.value.hash), UCI_LimitStrength: false },
      onProgress: (done, total) => {
        if (reportState.value.state === 'running') reportState.value = { state: 'running', done, total };
      },
      onDone: answer => {
        const result = readReport(answer);
        if (result.ok) {
          if (tree.value === source) acceptReport(result.value, line);
          void database.put('reports', reportKey(source), result.value);
        } else {
          reportState.value = { state: 'failed', reason: result.reason };
        }
        setTimeout(() => reporter.close(), 0);
      },
      onError: reason => {
        reportState.value = { state: 'failed', reason };
        setTimeout(() => reporter.close(), 0);
      },
    }),
  );
}

export function cancelReport(): void {
  reporter.close();
  reportState.value = report.value ? { state: 'done' } : { state: 'none' };
}

function acceptReport(game: GameReport, line: readonly MoveNode[]): void {
  const position = positionOf(tree.value.root.fen);
  for (const move of game.moves) {
    const legal = legalMove(position, move.uci);
    if (!legal) break;
    move.uci = makeUci(legal);
    position.play(legal);
  }
  batch(() => {
    report.value = { ...game, nodeIds: line.map(node => node.id) };
    reportState.value = { state: 'done' };
  });
  announce(`The report is ready. White ${game.white.accuracy} percent, Black ${game.black.accuracy} percent accuracy.`);
}

// A game that is opened may have its report already.
export function followGamesWithReports(): () => void {
  let shown: MoveTree | undefined;
  return effect(() => {
    const source = tree.value;
    if (source === shown) return;
    shown = source;
    untracked(() => {
      reporter.close();
      batch(() => {
        report.value = null;
        retry.value = null;
        reportState.value = { state: 'none' };
      });
      const line = source.mainline();
      if (line.length === 0 || line.length > MaxReportPlies) return;
      void database.get('reports', reportKey(source)).then(stored => {
        if (isGameReport(stored) && tree.value === source && reportState.value.state === 'none') acceptReport(stored, line);
      });
    });
  });
}

export function reportedMove(node: MoveNode): ReportMove | undefined {
  const index = report.value?.nodeIds.indexOf(node.id) ?? -1;
  return index < 0 ? undefined : report.value?.moves[index];
}

export interface Moment {
  node: MoveNode; // after the mistake
  move: ReportMove;
  loss: number;
}

// The errors that cost most, in the order of the game.
export function keyMoments(side: Color | 'both' = 'both', count = 8): Moment[] {
  void revision.value;
  const game = report.value;
  if (!game) return [];
  const moments: Moment[] = [];
  game.moves.forEach((move, index) => {
    const node = tree.value.node(game.nodeIds[index] ?? -1);
    if (!node?.parent || !isError(move.label)) return;
    if (side !== 'both' && turnOf(node.parent.fen) !== side) return;
    moments.push({ node, move, loss: move.win_before - move.win_after });
  });
  return moments.sort((a, b) => b.loss - a.loss).slice(0, count).sort((a, b) => a.node.ply - b.node.ply);
}

// What the report adds to the PGN.
export function reportAdditions(): Map<number, Addition> {
  const additions = new Map<number, Addition>();
  const game = report.value;
  game?.moves.forEach((move, index) => {
    const node = tree.value.node(game.nodeIds[index] ?? -1);
    if (!node?.parent) return;
    const addition: Addition = {};
    if ('cp' in move.score) addition.evaluation = { pawns: move.score.cp / 100 };
    else if ('mate' in move.score && !move.san.endsWith('#')) addition.evaluation = { mate: move.score.mate };
    if (isError(move.label)) {
      const words = LabelWords[move.label as Label];
      if (words.nag !== undefined) addition.nag = words.nag;
      addition.comment = [`${words.word}. ${move.best.san} was best.`, ...move.statements.map(statement => statement.text)].join(' ');
      addition.variation = playLine(node.parent.fen, node.parent.ply, move.best.line, 12).map(played => played.san);
    }
    additions.set(node.id, addition);
  });
  return additions;
}

// ------------------------------------------------------------------ try again

export interface Retry {
  moment: Moment;
  state: 'asking' | 'checking' | 'best' | 'good' | 'wrong' | 'shown';
  tried: string;
}
export const retry = signal<Retry | null>(null);

export function tryAgain(moment: Moment): void {
  const before = moment.node.parent;
  if (!before) return;
  batch(() => {
    retry.value = { moment, state: 'asking', tried: '' };
    goTo(before);
  });
  announce(`Try again: find a better move than ${moment.move.san}.`);
}

export function endRetry(): void {
  const moment = retry.value?.moment;
  batch(() => {
    retry.value = null;
    if (moment) goTo(moment.node);
  });
}

export function showSolution(): void {
  const now = retry.value;
  if (!now) return;
  retry.value = { ...now, state: 'shown' };
  const before = now.moment.node.parent;
  if (before) showLine(before, now.moment.move.best.line, 'The best line');
}

// The user's move at a mistake. The move is not added to the game.
export function rateRetry(uci: string): void {
  const now = retry.value;
  const before = now?.moment.node.parent;
  if (!now || !before || now.state === 'checking') return;
  const [played] = playLine(before.fen, before.ply, [uci]);
  if (!played) return;
  const { move } = now.moment;
  const tell = (state: Retry['state'], words: string): void => {
    if (retry.value?.moment !== now.moment) return;
    retry.value = { ...now, state, tried: played.san };
    announce(words);
  };
  if (played.uci === move.best.uci || played.san === move.best.san) {
    tell('best', `${played.san} is the best move.`);
    return;
  }
  if (played.uci === move.uci) {
    tell('wrong', `${played.san} is the move of the game.`);
    return;
  }
  const side = turnOf(before.fen);
  const rate = (points: number): void =>
    move.win_before - points < 5 ? tell('good', `${played.san} is good as well.`) : tell('wrong', `${played.san} is not good enough.`);
  const end = endOf([played.fen]);
  if (end) {
    rate(end === 'checkmate' ? 100 : 50);
    return;
  }
  retry.value = { ...now, state: 'checking', tried: played.san };
  const position = enginePosition(before);
  let points = 0;
  controller.request(
    searchJob({
      position: { ...position, moves: [...(position.moves ?? []), forEngine(before.fen, played.uci, tree.value.chess960)] },
      limits: { nodes: 150_000 },
      options: analysisOptions(),
      multipv: 1,
      onInfo: info => {
        if (!info.bound) points = pointsFor(scoreFrom(info.score, turnOf(played.fen)), side);
      },
      onDone: () => rate(points),
      onError: () => tell('asking', 'The engine could not check this move.'),
    }),
  );
}
