// The state machine of one engine. There is at most one job at a time, and the latest request wins: a new job waits for
// the end of the old one, and replaces another that waits. A watchdog replaces an engine that is silent.
//
//   off -> starting -> idle <-> searching -> stopping -> idle
//                        any of them -> starting (replaced) or, after several failures in a row, -> failed
import type { Engine, EngineOptions } from 'skua-engine';

export type CreateEngine = (options: EngineOptions) => Promise<Engine>;
export type Phase = 'off' | 'starting' | 'idle' | 'searching' | 'stopping' | 'failed';
// What every new engine gets before its first job, such as files.
export type Preparation = (engine: Engine) => Promise<void>;
export type OptionValue = string | number | boolean;

export interface Job {
  options: Record<string, OptionValue>; // what the engine must be set to first
  // Searches answer at once and while they run; the engine is silent while it explains.
  kind: 'search' | 'silent';
  // Must end soon after the signal. `alive` is to be called for each sign of life.
  run(engine: Engine, signal: AbortSignal, alive: () => void): Promise<void>;
  onError?(reason: string): void;
}

export interface Patience {
  start: number;
  firstLine: number;
  stop: number;
  silentJob: number;
  heartbeat: number;
  heartbeatAnswer: number;
  failures: number; // in a row, before the controller gives up
}

export const UsualPatience: Patience = {
  start: 30_000, firstLine: 3_000, stop: 1_000, silentJob: 120_000, heartbeat: 4_000, heartbeatAnswer: 3_000, failures: 4,
};

interface Run {
  job: Job;
  abort: AbortController;
  answered: boolean;
}

export class EngineController {
  phase: Phase = 'off';
  reason = ''; // why it failed
  replaced = 0; // how many engines were replaced
  private engine: Engine | null = null;
  private known = new Map<string, OptionValue>();
  private wanted: Job | null = null;
  private running: Run | null = null;
  private failures = 0;
  private generation = 0; // of the engine: what belongs to an older one is ignored
  private timer: ReturnType<typeof setTimeout> | undefined;
  private threads = 1;
  private prepare: Preparation | undefined;

  constructor(
    private readonly create: CreateEngine,
    private readonly onPhase: (phase: Phase) => void = () => undefined,
    private readonly patience: Patience = UsualPatience,
  ) {}

  get threaded(): boolean {
    return this.engine?.threaded ?? false;
  }

  // Does this job next, instead of all that were requested before; nothing to do with `null`.
  request(job: Job | null): void {
    this.wanted = job;
    switch (this.phase) {
      case 'off':
      case 'failed':
        if (job) {
          this.failures = 0;
          this.start();
        }
        return;
      case 'idle':
        this.next();
        return;
      case 'searching':
        this.stopRunning();
        return;
      case 'starting':
      case 'stopping':
        return;
    }
  }

  // A change of the number of threads needs another engine, for the number is chosen when it is created.
  setThreads(threads: number): void {
    if (threads === this.threads) return;
    this.threads = threads;
    if (this.phase !== 'off' && this.phase !== 'failed') this.replace();
  }

  // Engines that run are replaced, so that the one that works next has been prepared.
  setPreparation(prepare: Preparation | undefined): void {
    if (prepare === this.prepare) return;
    this.prepare = prepare;
    if (this.phase !== 'off' && this.phase !== 'failed') this.replace();
  }

  restart(): void {
    this.failures = 0;
    this.replace();
  }

  // Ends the engine; the next request starts another.
  close(): void {
    this.wanted = null;
    this.discard();
    this.enter('off');
  }

  private enter(phase: Phase): void {
    if (phase === this.phase) return;
    this.phase = phase;
    this.onPhase(phase);
  }

  private watch(milliseconds: number, action: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(action, milliseconds);
  }

  private unwatch(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private discard(): void {
    this.generation += 1;
    this.unwatch();
    this.running?.abort.abort();
    this.running = null;
    this.known.clear();
    try {
      this.engine?.terminate();
    } catch {
      // It is dead already.
    }
    this.engine = null;
  }

  private start(): void {
    this.enter('starting');
    const generation = ++this.generation;
    this.watch(this.patience.start, () => this.fail('The engine did not start in time.'));
    this.create({
      threads: this.threads,
      onCrash: reason => {
        if (generation === this.generation) this.fail(reason);
      },
    }).then(
      async engine => {
        const outdated = (): boolean => generation !== this.generation;
        if (!outdated()) {
          this.engine = engine;
          await this.prepare?.(engine);
        }
        if (outdated()) {
          engine.terminate();
          return;
        }
        this.unwatch();
        this.enter('idle');
        this.next();
      },
    ).catch((error: unknown) => {
      if (generation === this.generation) this.fail(error instanceof Error ? error.message : String(error));
    });
  }

  private next(): void {
    const job = this.wanted;
    if (!job || !this.engine) return;
    this.wanted = null;
    const run: Run = { job, abort: new AbortController(), answered: false };
    this.running = run;
    this.enter('searching');
    this.watchJob(job);
    this.perform(this.engine, run).then(
      () => this.finish(run),
      (error: unknown) => {
        if (run !== this.running) return;
        const reason = error instanceof Error ? error.message : String(error);
        if (!run.abort.signal.aborted) job.onError?.(reason);
        this.finish(run);
      },
    );
  }

  private async perform(engine: Engine, run: Run): Promise<void> {
    for (const [name, value] of Object.entries(run.job.options)) {
      if (this.known.get(name) === value) continue;
      await engine.setOption(name, value);
      if (run !== this.running) return;
      this.known.set(name, value);
    }
    if (run.abort.signal.aborted) return;
    await run.job.run(engine, run.abort.signal, () => this.signOfLife(run));
  }

  private signOfLife(run: Run): void {
    if (run !== this.running || this.phase !== 'searching') return;
    this.failures = 0;
    if (run.job.kind === 'silent') this.watchJob(run.job);
    else if (!run.answered) this.scheduleHeartbeat(run);
    run.answered = true;
  }

  private watchJob(job: Job): void {
    this.watch(job.kind === 'search' ? this.patience.firstLine : this.patience.silentJob, () => this.fail('The engine did not answer.'));
  }

  // A long search may be silent for minutes, but it answers `isready` at once.
  private scheduleHeartbeat(run: Run): void {
    this.watch(this.patience.heartbeat, () => {
      const engine = this.engine;
      if (!engine || run !== this.running || this.phase !== 'searching') return;
      const forget = engine.onLine(() => {
        forget();
        if (run === this.running && this.phase === 'searching') this.scheduleHeartbeat(run);
      });
      this.watch(this.patience.heartbeatAnswer, () => {
        forget();
        this.fail('The engine fell silent.');
      });
      engine.send('isready');
    });
  }

  private finish(run: Run): void {
    if (run !== this.running) return;
    this.running = null;
    this.failures = 0;
    this.unwatch();
    this.enter('idle');
    this.next();
  }

  private stopRunning(): void {
    if (!this.running) return;
    this.enter('stopping');
    this.watch(this.patience.stop, () => this.replace());
    this.running.abort.abort();
  }

  private fail(reason: string): void {
    this.failures += 1;
    if (this.failures < this.patience.failures) {
      this.replace();
      return;
    }
    const waiting = this.wanted ?? this.running?.job;
    this.discard();
    this.wanted = null;
    this.reason = reason;
    this.enter('failed');
    waiting?.onError?.(reason);
  }

  // Another engine takes over what this one was asked for last.
  private replace(): void {
    if (!this.wanted && this.phase === 'searching' && this.running) this.wanted = this.running.job;
    this.discard();
    this.replaced += 1;
    this.start();
  }
}
