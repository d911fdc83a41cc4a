// A game with its variations. Nodes keep their place while the user steps; `revision` counts the changes.
import type { CommentShape } from 'chessops/pgn';
import { StartFen, isChess960, play, plyOf } from './rules';

export interface MoveNode {
  readonly id: number;
  readonly parent: MoveNode | null;
  readonly ply: number; // of the position after the move
  readonly uci: string; // empty at the root
  readonly san: string;
  readonly fen: string;
  children: MoveNode[]; // the first continues the line, the others are variations
  comment: string;
  commentBefore: string;
  glyphs: number[]; // numeric annotation glyphs of PGN
  shapes: CommentShape[];
  clock?: number; // seconds left
}

export class MoveTree {
  readonly root: MoveNode;
  readonly chess960: boolean;
  headers = new Map<string, string>();
  revision = 0;
  private nextId = 0;
  private readonly nodes = new Map<number, MoveNode>();

  constructor(fen: string = StartFen, chess960?: boolean) {
    this.chess960 = chess960 ?? isChess960(fen);
    this.root = this.makeNode(null, plyOf(fen), '', '', fen);
  }

  node(id: number): MoveNode | undefined {
    return this.nodes.get(id);
  }

  get size(): number {
    return this.nodes.size;
  }

  // The node after this move, which may be new; nothing if the move is illegal.
  play(node: MoveNode, uci: string): MoveNode | undefined {
    const played = play(node.fen, uci);
    if (!played) return undefined;
    return this.add(node, played.uci, played.san, played.fen);
  }

  // For moves that are known to be legal.
  add(node: MoveNode, uci: string, san: string, fen: string): MoveNode {
    const known = node.children.find(child => child.uci === uci);
    if (known) return known;
    const child = this.makeNode(node, node.ply + 1, uci, san, fen);
    node.children.push(child);
    this.revision += 1;
    return child;
  }

  // Moves the variation that this node belongs to up by one place.
  promote(node: MoveNode): void {
    for (let at = node; at.parent; at = at.parent) {
      const index = at.parent.children.indexOf(at);
      if (index > 0) {
        at.parent.children.splice(index, 1);
        at.parent.children.splice(index - 1, 0, at);
        this.revision += 1;
        return;
      }
    }
  }

  makeMainline(node: MoveNode): void {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
    this.revision += 1;
  }

  // Removes the node and everything after it; the answer is where the user is left.
  remove(node: MoveNode): MoveNode {
    if (!node.parent) return node;
    node.parent.children = node.parent.children.filter(child => child !== node);
    const doomed = [node];
    for (let at = doomed.pop(); at; at = doomed.pop()) {
      this.nodes.delete(at.id);
      doomed.push(...at.children);
    }
    this.revision += 1;
    return node.parent;
  }

  annotate(node: MoveNode, change: Partial<Pick<MoveNode, 'comment' | 'glyphs' | 'shapes'>>): void {
    Object.assign(node, change);
    this.revision += 1;
  }

  setHeader(name: string, value: string): void {
    this.headers.set(name, value);
    this.revision += 1;
  }

  // The moves of the main line.
  mainline(): MoveNode[] {
    return lineFrom(this.root);
  }

  isMainline(node: MoveNode): boolean {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
  }

  private makeNode(parent: MoveNode | null, ply: number, uci: string, san: string, fen: string): MoveNode {
    const node: MoveNode = {
      id: this.nextId, parent, ply, uci, san, fen, children: [], comment: '', commentBefore: '', glyphs: [], shapes: [],
    };
    this.nextId += 1;
    this.nodes.set(node.id, node);
    return node;
  }
}

// The moves after this node, always the first continuation.
export function lineFrom(node: MoveNode): MoveNode[] {
  const line: MoveNode[] = [];
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

export const endOfLine = (node: MoveNode): MoveNode => lineFrom(node).at(-1) ?? node;

// From the root, which is included, to the node.
export function pathTo(node: MoveNode): MoveNode[] {
  const path = [node];
  for (let at = node.parent; at; at = at.parent) path.push(at);
  return path.reverse();
}

// Where the node is, as places among the children: finds the node again after a reload.
export const placesOf = (node: MoveNode): number[] =>
  pathTo(node).slice(1).map(at => at.parent?.children.indexOf(at) ?? 0);

export function nodeAt(tree: MoveTree, places: readonly number[]): MoveNode {
  let node = tree.root;
  for (const place of places) node = node.children[place] ?? node;
  return node;
}
