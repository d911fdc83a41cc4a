// Names of openings by position, from data/openings.tsv (scripts/openings.mjs makes the table). It is loaded when the
// page has nothing else to do.
import { signal } from '@preact/signals';
import { type MoveNode, pathTo } from '../chess/move_tree';
import { positionKey } from '../chess/rules';

export interface Opening {
  eco: string;
  name: string;
}

const table = signal<ReadonlyMap<string, Opening> | null>(null);

export async function loadOpenings(): Promise<void> {
  try {
    const module = (await import('../../generated/openings.json')) as { default: Record<string, string> };
    table.value = new Map(
      Object.entries(module.default).map(([key, text]) => [key, { eco: text.slice(0, 3), name: text.slice(4) }]),
    );
  } catch {
    // Names are an ornament; without them the page works.
  }
}

// The table is keyed by board and side to move: what remains of castling and en passant is not needed to tell names apart.
const keyOf = (fen: string): string => positionKey(fen).split(' ').slice(0, 2).join(' ');

// The last named position on the way to this node.
export function openingOf(node: MoveNode): Opening | undefined {
  const names = table.value;
  if (!names) return undefined;
  for (const at of pathTo(node).slice(0, 41).reverse()) {
    const opening = names.get(keyOf(at.fen));
    if (opening) return opening;
  }
  return undefined;
}
