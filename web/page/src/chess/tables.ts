// Files of Syzygy tablebases that the user has chosen, checked by name and first bytes before the engine gets them.
import type { TablebaseResult, Wdl } from 'skua-engine';
import { type Result, failure, success } from './result';

export interface TableFile {
  name: string; // "KRvK.rtbw"
  size: number;
  pieces: number;
}

const Name = /^(K[QRBNP]*v?K[QRBNP]*)\.rtb([wz])$/;
const FirstBytes = { w: [0x71, 0xe8, 0x23, 0x5d], z: [0xd7, 0x66, 0x0c, 0xa5] } as const;

export const isTableName = (name: string): boolean => /\.rtb[wz]$/i.test(name);

// What a file is by its name, size and first four bytes.
export function checkTable(name: string, size: number, start: Uint8Array): Result<TableFile> {
  const match = Name.exec(name);
  if (!match) return failure(`${name.slice(0, 40)} is not named like a Syzygy table, for example KRvK.rtbw.`);
  const kind = match[2] === 'w' ? 'w' : 'z';
  if (!FirstBytes[kind].every((byte, index) => start[index] === byte)) return failure(`${name} is not a Syzygy table.`);
  return success({ name, size, pieces: (match[1] ?? '').replace('v', '').length });
}

// "5 tables with up to 3 pieces", counting the outcome tables (.rtbw): a distance table (.rtbz) is of no use without.
export function describeTables(files: readonly TableFile[]): string {
  const tables = files.filter(file => file.name.endsWith('.rtbw'));
  const most = Math.max(0, ...tables.map(table => table.pieces));
  return `${tables.length} ${tables.length === 1 ? 'table' : 'tables'} with up to ${most} pieces`;
}

export const OutcomeWords: Record<`${Wdl}`, string> = {
  '2': 'wins', '1': 'draws by the fifty-move rule, else wins', '0': 'draws', '-1': 'draws by the fifty-move rule, else loses', '-2': 'loses',
};

export const outcomeWord = (wdl: Wdl): string => OutcomeWords[`${wdl}`];

// Plies to the next capture or pawn move in words; nothing in drawn positions, where it says nothing.
export function distanceWords({ wdl, dtz }: Pick<TablebaseResult, 'wdl' | 'dtz'>): string {
  if (wdl === 0 || dtz === null || dtz === 0) return '';
  return `DTZ ${Math.abs(dtz)}`;
}
