// What searches have found, by position. The deepest result of a position is kept, in memory and in the database.
import { type Score, isScore } from '../chess/score';
import type { Database } from './database';

export interface Line {
  score: Score;
  pv: string[];
}
export interface Evaluation {
  key: string;
  depth: number;
  nodes: number;
  lines: Line[];
}

const MinSavedDepth = 8;
const MaxInMemory = 30_000;

function isEvaluation(value: unknown): value is Evaluation {
  if (typeof value !== 'object' || value === null) return false;
  const { depth, lines } = value as Partial<Evaluation>;
  return typeof depth === 'number' && Array.isArray(lines) && lines.length > 0 && lines.every(isLine);
}

function isLine(value: unknown): value is Line {
  if (typeof value !== 'object' || value === null) return false;
  const { score, pv } = value as Partial<Line>;
  return isScore(score) && Array.isArray(pv) && pv.every(move => typeof move === 'string');
}

export class Evaluations {
  private readonly known = new Map<string, Evaluation>();
  private readonly asked = new Set<string>();
  private readonly unsaved = new Map<string, Evaluation>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly database: Database,
    private readonly onChange: () => void,
  ) {}

  get(key: string): Evaluation | undefined {
    const known = this.known.get(key);
    if (!known && !this.asked.has(key)) {
      this.asked.add(key);
      void this.load(key);
    }
    return known;
  }

  // Keeps the result unless a better one is known. A result with more lines is better even at a smaller depth.
  offer(evaluation: Evaluation): boolean {
    const known = this.known.get(evaluation.key);
    if (known && evaluation.depth < known.depth && (evaluation.lines.length <= known.lines.length || evaluation.depth < 10)) return false;
    if (!known && this.known.size >= MaxInMemory) this.known.clear();
    this.known.set(evaluation.key, evaluation);
    if (evaluation.depth >= MinSavedDepth) {
      this.unsaved.set(evaluation.key, evaluation);
      this.timer ??= setTimeout(() => void this.save(), 1000);
    }
    return true;
  }

  async save(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const entries = [...this.unsaved];
    this.unsaved.clear();
    for (const [key, evaluation] of entries) await this.database.put('evaluations', key, evaluation);
  }

  clear(): void {
    this.known.clear();
    this.unsaved.clear();
    this.onChange();
  }

  private async load(key: string): Promise<void> {
    const value = await this.database.get('evaluations', key);
    if (!isEvaluation(value) || this.known.has(key)) return;
    this.known.set(key, value);
    this.onChange();
  }
}
