// PGN in and out. A file is first split into the texts of its games, which is quick even for megabytes; only the game
// that the user chooses is parsed.
import { ChildNode, type Game, Node as PgnNode, type PgnNodeData, makeComment, makePgn, parseComment, parsePgn } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { isNormal } from 'chessops/types';
import { type MoveNode, MoveTree } from './move_tree';
import { type Result, failure, success } from './result';
import { StartFen, isChess960, moveNumber, playOn, positionOf, readFen } from './rules';

export const MaxPgnBytes = 32 * 1024 * 1024;
export const MaxMoves = 60_000;

export interface GameText {
  headers: Map<string, string>;
  text: string;
}

const HeaderLine = /^\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]/;

// The games of a text, by their headers; braces of comments are minded, so that a comment may contain header lines.
export function splitGames(text: string): GameText[] {
  const games: GameText[] = [];
  let headers = new Map<string, string>();
  let begin = 0;
  let inComment = false;
  let inMoves = false;
  let at = 0;
  const finish = (end: number): void => {
    const part = text.slice(begin, end);
    if (part.trim() !== '') games.push({ headers, text: part });
    headers = new Map();
    begin = end;
  };
  while (at < text.length) {
    let end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    const line = text.slice(at, end);
    const header = inComment || !/^\s*\[/.test(line) ? null : HeaderLine.exec(line);
    if (header) {
      if (inMoves) finish(at);
      inMoves = false;
      headers.set(header[1] ?? '', (header[2] ?? '').replace(/\\(.)/g, '$1'));
    } else if (line.trim() !== '' && !line.startsWith('%')) {
      inMoves = true;
      inComment = endsInComment(line, inComment);
    }
    at = end + 1;
  }
  finish(text.length);
  return games;
}

function endsInComment(line: string, inComment: boolean): boolean {
  for (const mark of line.matchAll(/[{};]/g)) {
    if (mark[0] === '}') inComment = false;
    else if (mark[0] === '{') inComment = true;
    else if (!inComment) return false; // the rest of the line is a comment
  }
  return inComment;
}

// chessops takes the end of the move number 10000 for a null move.
const withoutHugeNumbers = (text: string): string =>
  text.includes('9999.') ? text.replace(/\b[1-9]0000(?=\.)/g, '9999') : text;

export interface ReadGame {
  tree: MoveTree;
  problem?: string; // what could not be read
}

export function readGame(text: string): Result<ReadGame> {
  if (text.length > MaxPgnBytes) return failure('This PGN is larger than 32 MB.');
  const game = parsePgn(withoutHugeNumbers(text))[0];
  if (!game) return failure('The text does not contain a game.');
  const variant = game.headers.get('Variant')?.toLowerCase() ?? 'standard';
  if (!/^(standard|chess|normal|from position|chess\s?960|fischer.*|)$/.test(variant)) {
    return failure(`Skua does not play the variant “${(game.headers.get('Variant') ?? '').slice(0, 30)}”.`);
  }
  const startText = game.headers.get('FEN');
  const start = startText === undefined ? success(StartFen) : readFen(startText);
  if (!start.ok) return failure(`The FEN of this game can't be used. ${start.reason}`);
  const tree = new MoveTree(start.value, /960|fischer/.test(variant) || isChess960(start.value));
  tree.headers = new Map(game.headers);
  tree.root.comment = (game.comments ?? []).map(comment => parseComment(comment).text).join(' ').trim();
  const problem = addMoves(tree, game.moves);
  if (tree.size === 1 && game.headers.size <= 7 && problem === undefined && !/\[\s*\w+\s+"/.test(text)) {
    return failure('There are no moves in this text.');
  }
  if (tree.size === 1 && problem !== undefined) return failure(problem);
  return success(problem === undefined ? { tree } : { tree, problem });
}

// Adds the parsed moves, and says which was the first that can't be played.
function addMoves(tree: MoveTree, root: PgnNode<PgnNodeData>): string | undefined {
  let problem: string | undefined;
  let read = 0; // also moves that the tree knows already
  // The next variations to add. A line is followed in a loop, with one position, so that long games need no stack.
  const waiting: { node: MoveNode; moves: PgnNode<PgnNodeData> }[] = [{ node: tree.root, moves: root }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    let { node, moves } = next;
    let position = positionOf(node.fen);
    for (;;) {
      const [first, ...others] = moves.children;
      if (!first) break;
      read += moves.children.length;
      if (read > MaxMoves) return `Only the first ${MaxMoves} moves were read.`;
      const before = others.length > 0 ? position.clone() : position;
      const added = addMove(tree, node, position, first.data);
      for (const other of others) {
        const variation = addMove(tree, node, before.clone(), other.data);
        if (variation) waiting.push({ node: variation, moves: other });
      }
      if (!added) {
        problem ??= `${moveNumber(node.ply + 1)} ${first.data.san.slice(0, 12)} can't be played; what follows was left out.`;
        break;
      }
      node = added;
      moves = first;
      if (position.fullmoves >= 9999) position = positionOf(node.fen);
    }
  }
  return problem;
}

function addMove(tree: MoveTree, parent: MoveNode, position: ReturnType<typeof positionOf>, data: PgnNodeData): MoveNode | undefined {
  const move = parseSan(position, data.san);
  if (!move || !isNormal(move)) return undefined;
  const played = playOn(position, move);
  const node = tree.add(parent, played.uci, played.san, played.fen);
  node.glyphs = [...new Set([...node.glyphs, ...(data.nags ?? [])])];
  for (const text of data.comments ?? []) {
    const comment = parseComment(text);
    node.comment = [node.comment, comment.text].filter(Boolean).join(' ');
    node.shapes.push(...comment.shapes);
    if (comment.clock !== undefined) node.clock = comment.clock;
  }
  node.commentBefore = (data.startingComments ?? []).map(text => parseComment(text).text).filter(Boolean).join(' ');
  return node;
}

// What a report adds to a move.
export interface Addition {
  nag?: number;
  comment?: string;
  evaluation?: { pawns: number } | { mate: number };
  variation?: readonly string[]; // SAN, instead of the move
}

export function writeGame(tree: MoveTree, additions?: ReadonlyMap<number, Addition>): string {
  const headers = new Map(tree.headers);
  for (const name of ['Event', 'Site', 'Date', 'Round', 'White', 'Black']) {
    if (!headers.has(name)) headers.set(name, name === 'Date' ? '????.??.??' : '?');
  }
  if (!headers.has('Result')) headers.set('Result', '*');
  if (tree.root.fen !== StartFen) {
    headers.set('SetUp', '1');
    headers.set('FEN', tree.root.fen);
  }
  if (tree.chess960) headers.set('Variant', 'Chess960');
  const root = new PgnNode<PgnNodeData>();
  const waiting: { node: MoveNode; pgn: PgnNode<PgnNodeData> }[] = [{ node: tree.root, pgn: root }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const child of next.node.children) {
      const pgn = new ChildNode<PgnNodeData>(dataOf(child, additions?.get(child.id)));
      next.pgn.children.push(pgn);
      waiting.push({ node: child, pgn });
    }
    const variation = next.node.children[0] && additions?.get(next.node.children[0].id)?.variation;
    if (variation && variation.length > 0) appendLine(next.pgn, variation);
  }
  const game: Game<PgnNodeData> = { headers, moves: root };
  if (tree.root.comment) game.comments = [withoutBraces(tree.root.comment)];
  return makePgn(game);
}

function appendLine(parent: PgnNode<PgnNodeData>, sans: readonly string[]): void {
  if (parent.children.some(child => child.data.san === sans[0])) return;
  let at = parent;
  for (const san of sans) {
    const child = new ChildNode<PgnNodeData>({ san });
    at.children.push(child);
    at = child;
  }
}

// A comment of PGN can't contain a closing brace.
const withoutBraces = (text: string): string => text.replace(/[{}]/g, brace => (brace === '{' ? '(' : ')'));

function dataOf(node: MoveNode, addition: Addition | undefined): PgnNodeData {
  const data: PgnNodeData = { san: node.san };
  const nags = [...node.glyphs];
  if (addition?.nag !== undefined && !nags.some(nag => nag <= 7)) nags.push(addition.nag);
  if (nags.length > 0) data.nags = nags;
  const comment = makeComment({
    text: withoutBraces([node.comment, addition?.comment].filter(Boolean).join(' ')),
    shapes: node.shapes,
    ...(node.clock === undefined ? {} : { clock: node.clock }),
    ...(addition?.evaluation === undefined ? {} : { evaluation: addition.evaluation }),
  });
  if (comment !== '') data.comments = [comment];
  if (node.commentBefore) data.startingComments = [withoutBraces(node.commentBefore)];
  return data;
}

export type Input = { kind: 'position'; fen: string } | { kind: 'games'; games: GameText[] };

// What a user has pasted, typed, dropped or opened: a FEN or PGN.
export function readInput(text: string): Result<Input> {
  const trimmed = text.trim();
  if (trimmed === '') return failure('There is nothing to read: the text is empty.');
  if (text.length > MaxPgnBytes) return failure('This text is larger than 32 MB.');
  if (trimmed.length < 200 && /^[1-8pnbrqkPNBRQK]+(\/[1-8pnbrqkPNBRQK]+){3,}/.test(trimmed)) {
    const fen = readFen(trimmed);
    return fen.ok ? success({ kind: 'position', fen: fen.value }) : fen;
  }
  if (!/[a-hKQRBNO0]/.test(trimmed)) return failure('This is neither a FEN nor PGN.');
  const games = splitGames(text.replace(/^\uFEFF/, ''));
  return games.length > 0 ? success({ kind: 'games', games }) : failure('This is neither a FEN nor PGN.');
}
