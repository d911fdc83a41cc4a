// Tablebases from files of the user. The page keeps only the handles of the files; each engine reads them when it starts.
import { signal } from '@preact/signals';
import type { Engine, TablebaseResult } from 'skua-engine';
import type { MoveNode } from '../chess/move_tree';
import { positionOf } from '../chess/rules';
import { type TableFile, checkTable, describeTables } from '../chess/tables';
import { mostTableBytes } from '../store/settings';
import { announce, machine, notify } from './state';

export interface LoadedTable extends TableFile {
  file: File;
}

export const tables = signal<readonly LoadedTable[]>([]);

// What the tables say of a position: the result, or why they don't know it.
export const probed = signal<{ node: MoveNode; result: TablebaseResult | string } | null>(null);

export const MostPieces = 7; // there are no larger tables

export const fewPieces = (fen: string): boolean => positionOf(fen).board.occupied.size() <= MostPieces;

// Whether it makes sense to ask the tables.
export function canProbe(fen: string): boolean {
  const most = Math.max(0, ...tables.value.map(table => table.pieces));
  const position = positionOf(fen);
  return position.board.occupied.size() <= most && position.castles.castlingRights.isEmpty();
}

export async function addTables(files: readonly File[]): Promise<void> {
  const known = new Map(tables.value.map(table => [table.name, table]));
  const problems: string[] = [];
  for (const file of files) {
    const start = new Uint8Array(await file.slice(0, 4).arrayBuffer().catch(() => new ArrayBuffer(0)));
    const table = checkTable(file.name, file.size, start);
    if (table.ok) known.set(file.name, { ...table.value, file });
    else problems.push(table.reason);
  }
  const bytes = [...known.values()].reduce((sum, table) => sum + table.size, 0);
  const most = mostTableBytes(machine);
  if (bytes > most) problems.push(`These files have ${Math.ceil(bytes / 1e6)} MB; this page takes up to ${most / 1e6} MB.`);
  else if (problems.length < files.length) {
    tables.value = [...known.values()];
    announce(`${describeTables(tables.value)} loaded.`);
  }
  const [problem] = problems;
  if (problem !== undefined) notify(problems.length > 1 ? `${problem} (And ${problems.length - 1} more.)` : problem, 'error');
}

export function removeTables(): void {
  tables.value = [];
  probed.value = null;
}

// Hands the files to a new engine. A file that can't be read is left out.
export async function giveTables(engine: Engine, chosen: readonly LoadedTable[]): Promise<void> {
  for (const { name, file } of chosen) {
    let bytes: Uint8Array;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      notify(`${name} can't be read any more. Choose the files again.`, 'error');
      continue;
    }
    await engine.addFile(`syzygy/${name}`, bytes);
  }
  await engine.setOption('SyzygyPath', 'syzygy');
}
