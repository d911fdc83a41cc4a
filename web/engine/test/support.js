import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));

// The last line of a short `bench` of the program for this machine, without its speed; nothing if nobody says where it is.
export const BenchCommand = 'bench 9';
export function nativeBench() {
  const program = process.env.SKUA_BINARY;
  return program && benchNodes(execFileSync(program, BenchCommand.split(' '), { encoding: 'utf8' }));
}
export function benchNodes(text) { return /^=== Benchmark complete: \d+ nodes/m.exec(text)[0]; }

// A worker as people use it without the module.
export class RawWorker {
  lines = [];

  constructor(name) {
    this.worker = new Worker(fileOf(`../dist/${name}`));
    this.worker.on('message', (message) => this.lines.push(message));
  }
  send(...lines) { for (const line of lines) { this.worker.postMessage(line); } }
  // Resolves with the first line that matches, from the one with this number on.
  async line(pattern, from = 0) {
    for (;;) {
      const found = this.lines.slice(from).find((line) => typeof line === 'string' && pattern.test(line));
      if (found !== undefined) { return found; }
      await once(this.worker, 'message');
    }
  }
  count(pattern) { return this.lines.filter((line) => pattern.test(line)).length; }
  terminate() { return this.worker.terminate(); }
}

export const Opera = `[Event "Paris"]
[White "Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;
