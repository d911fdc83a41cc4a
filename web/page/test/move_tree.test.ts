import { describe, expect, it } from 'vitest';
import { type MoveNode, MoveTree, endOfLine, nodeAt, pathTo, placesOf } from '../src/chess/move_tree';

function played(tree: MoveTree, node: MoveNode, ...moves: string[]): MoveNode {
  for (const move of moves) {
    const next = tree.play(node, move);
    expect(next, move).toBeDefined();
    node = next ?? node;
  }
  return node;
}
const sans = (nodes: MoveNode[]) => nodes.map(node => node.san).join(' ');

describe('MoveTree', () => {
  it('plays moves, finds known ones again, and refuses illegal ones', () => {
    const tree = new MoveTree();
    const end = played(tree, tree.root, 'e2e4', 'e7e5');
    expect(end.ply).toBe(2);
    expect(played(tree, tree.root, 'e2e4')).toBe(end.parent);
    expect(tree.play(tree.root, 'e2e5')).toBeUndefined();
    expect(tree.size).toBe(3);
  });

  it('writes castling as king takes rook, whichever way it comes', () => {
    const tree = new MoveTree('4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1');
    expect(played(tree, tree.root, 'e1g1').uci).toBe('e1h1');
    expect(played(tree, tree.root, 'e1h1').san).toBe('O-O');
    expect(tree.root.children).toHaveLength(1);
  });

  it('promotes, makes main and removes variations', () => {
    const tree = new MoveTree();
    played(tree, tree.root, 'e2e4', 'e7e5');
    const second = played(tree, tree.root, 'd2d4', 'd7d5');
    const third = played(tree, tree.root, 'c2c4', 'c7c5', 'g1f3');
    expect(tree.isMainline(second)).toBe(false);
    tree.promote(second);
    expect(sans(tree.mainline())).toBe('d4 d5');
    tree.makeMainline(third);
    expect(sans(tree.mainline())).toBe('c4 c5 Nf3');
    expect(sans(tree.root.children)).toBe('c4 d4 e4');
    const first = tree.root.children[0];
    expect(first && tree.remove(first)).toBe(tree.root);
    expect(tree.node(third.id)).toBeUndefined();
    expect(sans(tree.mainline())).toBe('d4 d5');
  });

  it('finds a place again', () => {
    const tree = new MoveTree();
    played(tree, tree.root, 'e2e4', 'e7e5');
    const node = played(tree, tree.root, 'e2e4', 'c7c5', 'g1f3');
    expect(placesOf(node)).toEqual([0, 1, 0]);
    expect(nodeAt(tree, [0, 1, 0])).toBe(node);
    expect(nodeAt(tree, [0, 7])).toBe(tree.root.children[0]);
    expect(sans(pathTo(node))).toBe(' e4 c5 Nf3');
    expect(endOfLine(tree.root).san).toBe('e5');
  });
});
