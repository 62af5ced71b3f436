/**
 * Several processes that serve one port. The primary holds the port, touches no connection, and sees to it that there are
 * always as many workers as were asked for.
 */
import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ServerOptions } from '../options.js';
import type { Terminal } from '../../cli/command.js';
import { stopOrder } from './messages.js';
import type { Order, Report } from './messages.js';

/** Between a worker's end and the next try, in milliseconds: twice as long each time, from the first to the last. */
const [shortestPause, longestPause] = [250, 5000];
/** A worker that served this long was well, in milliseconds. */
const wellAfter = 10_000;
/** Tries to start a worker again, when no other one is left, before the mock gives up. */
const mostTries = 5;

export interface WorkersOptions {
  readonly count: number;
  readonly options: ServerOptions;
  /** Whether a person chose the control token. */
  readonly ownToken: boolean;
}

/** Runs the workers until the person asks to stop. @returns the exit code */
export async function runWorkers(
  { count, options, ownToken }: WorkersOptions,
  terminal: Pick<Terminal, 'out' | 'err' | 'stopped'>,
): Promise<number> {
  const port = await portFor(options);
  const controlToken = options.controlToken ?? randomBytes(32).toString('base64url');
  const order = { options: { ...options, port, controlToken }, ownToken };
  const crew = new WorkerPool(order, terminal.err);
  // The first one alone: what is wrong with the options is told once.
  const first = await crew.start(1);
  if ('failed' in first) {
    terminal.err(first.failed.line);
    return first.failed.exitCode;
  }
  const others = await Promise.all(Array.from({ length: count - 1 }, (_, index) => crew.start(index + 2)));
  const failed = others.find((outcome) => 'failed' in outcome);
  if (failed) {
    terminal.err(failed.failed.line);
    await crew.stop();
    return failed.failed.exitCode;
  }
  for (const line of first.ready) terminal.out(line);
  terminal.out(`  workers    ${count}`);
  const exitCode = await Promise.race([terminal.stopped.then(() => 0), crew.givenUp]);
  await crew.stop();
  return exitCode;
}

/** A port that all workers can share, also after all of them ended. @throws as listen does */
async function portFor({ port = 4010, host = '127.0.0.1' }: ServerOptions): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}

type Outcome = Extract<Report, { ready: unknown } | { failed: unknown }>;

class WorkerPool {
  private readonly workers = new Map<number, Worker>();
  private readonly stopping = new AbortController();
  private readonly pauses = new Map<number, number>();
  private giveUp: (exitCode: number) => void = () => undefined;
  /** Resolves with the exit code when no worker can be started any more. */
  readonly givenUp = new Promise<number>((resolve) => (this.giveUp = resolve));

  constructor(
    private readonly order: Order,
    private readonly log: (line: string) => void,
  ) {
    // Workers take connections themselves: one that was handed to a worker at its death would never be answered.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker-main.js', import.meta.url)), args: [] });
    // However the primary ends, by a second signal too, no worker stays.
    process.once('exit', () => {
      for (const worker of this.workers.values()) worker.process.kill('SIGKILL');
    });
  }

  private hasStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Starts a worker and waits until it serves or fails. */
  async start(number: number): Promise<Outcome> {
    const order: Order = { ...this.order, options: { ...this.order.options, worker: number } };
    const worker = cluster.fork();
    this.workers.set(number, worker);
    const born = performance.now();
    let outcome: Outcome | undefined;
    const ended = once(worker, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    const told = new Promise<Outcome>((resolve) => {
      worker.on('message', (report: Report) => {
        if ('awake' in report) {
          // An order to stop that came before this was lost.
          if (this.hasStopped()) worker.process.kill('SIGKILL');
          else worker.send(order);
        } else if ('remark' in report) this.log(`worker ${number}: ${report.remark}`);
        else resolve((outcome = report));
      });
      void ended.then(([code, signal]) => {
        if (this.workers.get(number) === worker) this.workers.delete(number);
        const line = `A worker ended at its start (${signal ?? `exit code ${code}`}).`;
        resolve({ failed: { line, exitCode: 1 } });
        if (outcome && 'ready' in outcome)
          this.mourn(number, signal ?? `exit code ${code}`, performance.now() - born);
      });
    });
    worker.on('error', () => undefined);
    return told;
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

  private mourn(number: number, how: string, lived: number): void {
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
      if (tries >= mostTries && this.workers.size === 0) {
        this.log(`No worker is left, and none can be started: ${outcome.failed.line}`);
        this.giveUp(1);
        return;
      }
      pause = Math.min(pause * 2, longestPause);
    }
  }
}
