import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stopOrder, type WorkerOrder, type WorkerReport } from './serve-worker.js';

/** Waits between a worker's end and the next try, in milliseconds: doubled each time, from the first to the last. */
const [shortestPause, longestPause] = [250, 5000];
/** A worker that served this long counts as healthy, in milliseconds. */
const wellAfter = 10_000;
/** Number of times that a worker is started again, when no other one is left, before the mock gives up. */
const maxTries = 5;

/** Garbage is collected less often, as under `npm start`: V8 takes the sizes only when a process starts. */
const roomForGarbage = ['--max-semi-space-size=32', '--initial-old-space-size=128'];

export type WorkerOutcome = Extract<WorkerReport, { ready: unknown } | { failed: unknown }>;

/** Starts workers, and replaces each that ends, until it is stopped. */
export class WorkerPool {
  private readonly workers = new Map<number, Worker>();
  private readonly stopping = new AbortController();
  private readonly pauses = new Map<number, number>();
  private giveUp: (exitCode: number) => void = () => undefined;
  /** Resolves with the exit code when no worker can be started. */
  readonly gaveUp = new Promise<number>((resolve) => (this.giveUp = resolve));

  /**
   * @param program calls `serveWorker`
   * @param orderFor what a worker serves, by its number
   * @param log takes remarks about and of the workers
   * @param show takes the lines about requests
   */
  constructor(
    program: URL,
    private readonly orderFor: (worker: number) => unknown,
    private readonly log: (line: string) => void,
    private readonly show: (line: string) => void,
  ) {
    // Workers accept connections themselves: one that the primary hands to a dying worker would never be answered.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    // Node's own arguments of this process come last, so that they win.
    const execArgv = [...roomForGarbage, ...process.execArgv];
    cluster.setupPrimary({ exec: fileURLToPath(program), args: [], execArgv });
    // However the primary ends, by a second signal too, no worker is left behind.
    process.once('exit', () => {
      for (const worker of this.workers.values()) worker.process.kill('SIGKILL');
    });
  }

  private hasStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Starts a worker and waits until it serves or fails. */
  async start(number: number): Promise<WorkerOutcome> {
    const order: WorkerOrder = { serve: this.orderFor(number) };
    const worker = cluster.fork();
    this.workers.set(number, worker);
    const startedAt = performance.now();
    let outcome: WorkerOutcome | undefined;
    const ended = once(worker, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    const reported = new Promise<WorkerOutcome>((resolve) => {
      worker.on('message', (report: WorkerReport) => {
        if ('awake' in report) {
          // A message to stop that was sent before this was lost.
          if (this.hasStopped()) worker.process.kill('SIGKILL');
          else worker.send(order);
        } else if ('remark' in report) this.log(`worker ${number}: ${report.remark}`);
        else if ('requests' in report) report.requests.forEach(this.show);
        else resolve((outcome = report));
      });
      void ended.then(([code, signal]) => {
        if (this.workers.get(number) === worker) this.workers.delete(number);
        const line = `A worker ended at its start (${signal ?? `exit code ${code}`}).`;
        resolve({ failed: { line, exitCode: 1 } });
        if (outcome && 'ready' in outcome)
          this.restart(number, signal ?? `exit code ${code}`, performance.now() - startedAt);
      });
    });
    worker.on('error', () => undefined);
    return reported;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(
      [...this.workers.values()].map(async (worker) => {
        const ended = worker.isDead() ? undefined : once(worker, 'exit');
        if (worker.isConnected()) worker.send(stopOrder);
        await ended;
      }),
    );
  }

  private restart(number: number, how: string, lived: number): void {
    if (this.hasStopped()) return;
    this.log(`Worker ${number} ended (${how}); another takes its place.`);
    const before = lived > wellAfter ? undefined : this.pauses.get(number);
    const pause = before === undefined ? shortestPause : Math.min(before * 2, longestPause);
    this.pauses.set(number, pause);
    void this.replace(number, pause);
  }

  private async replace(number: number, firstPause: number): Promise<void> {
    const { signal } = this.stopping;
    let pause = firstPause;
    for (let tries = 1; ; tries += 1) {
      await delay(pause, undefined, { signal }).catch(() => undefined);
      if (this.hasStopped()) return;
      const outcome = await this.start(number);
      if ('ready' in outcome || this.hasStopped()) return;
      if (tries === 1) this.log(`Worker ${number} can't start: ${outcome.failed.line}`);
      if (tries >= maxTries && this.workers.size === 0) {
        this.log(`No worker is left, and none can be started: ${outcome.failed.line}`);
        this.giveUp(1);
        return;
      }
      pause = Math.min(pause * 2, longestPause);
    }
  }
}
