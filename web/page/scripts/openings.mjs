// Makes generated/openings.json from data/openings.tsv: position (board and side to move) -> "ECO name".
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Chess } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';

const here = path => fileURLToPath(new URL(path, import.meta.url));

export function makeOpenings() {
  const table = {};
  for (const line of readFileSync(here('../../../data/openings.tsv'), 'utf8').split('\n')) {
    const [eco, name, moves] = line.split('\t');
    if (line.startsWith('#') || !moves) continue;
    const position = Chess.default();
    for (const word of moves.split(/\s+/)) {
      if (/^\d+\.+$/.test(word) || word === '') continue;
      const move = parseSan(position, word);
      if (!move) throw new Error(`data/openings.tsv: ${eco} ${name}: ${word} can't be played`);
      position.play(move);
    }
    table[makeFen(position.toSetup()).split(' ').slice(0, 2).join(' ')] = `${eco} ${name}`;
  }
  mkdirSync(here('../generated'), { recursive: true });
  writeFileSync(here('../generated/openings.json'), JSON.stringify(table));
  return Object.keys(table).length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`${makeOpenings()} named positions`);
