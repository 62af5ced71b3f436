import { setImmediate as nextTurn } from 'node:timers/promises';

/** The first message to a worker. It goes over the IPC channel, since a command line would show its secrets. */
export interface WorkerOrder {
  /** The order, in a form that only the worker program knows. */
  readonly serve: unknown;
}

/** Makes a worker finish its requests and exit. */
export const stopOrder = 'stop';

/** A report of a worker. */
export type WorkerReport =
  /** It listens for its order; messages sent before are lost. */
  | { readonly awake: true }
  /** It serves; the lines are for the terminal. */
  | { readonly ready: readonly string[] }
  /** Lines about requests, for standard output. */
  | { readonly requests: readonly string[] }
  | { readonly failed: WorkerFailure }
  | { readonly remark: string };

interface WorkerFailure {
  /** One sentence. */
  readonly line: string;
  readonly exitCode: number;
}

/** The program of a worker. */
export interface WorkerProgram {
  /**
   * Starts to serve.
   *
   * @param log writes a line to the primary's terminal
   * @param show writes a line about a request to the primary's standard output
   * @returns the lines for that terminal, and a function that stops serving once everything under way is answered
   */
  readonly serve: (
    order: unknown,
    log: (remark: string) => void,
    show: (line: string) => void,
  ) => Promise<{ readonly lines: readonly string[]; readonly close: () => Promise<void> }>;
  readonly explain: (failure: unknown) => WorkerFailure;
}

/** Serves as one of several processes until the primary stops it or is gone, or until SIGTERM. */
export async function serveWorker(program: WorkerProgram): Promise<void> {
  const stopped = stopSignal();
  process.once('message', ({ serve }: WorkerOrder) => {
    void run(program, serve, stopped);
  });
  await send({ awake: true });
}

async function run({ serve, explain }: WorkerProgram, order: unknown, stopped: Promise<void>): Promise<void> {
  try {
    const requests = new LineSender((lines) => send({ requests: lines }));
    const log = (remark: string): void => void send({ remark });
    const { lines, close } = await serve(order, log, (line) => requests.add(line));
    await send({ ready: lines });
    await stopped;
    await close();
    await requests.flushed();
    if (process.connected) process.disconnect();
  } catch (error) {
    await send({ failed: explain(error) });
    process.exit(1);
  }
}

function send(report: WorkerReport): Promise<void> {
  return new Promise((resolve) => {
    // Without a primary nobody reads it.
    if (!process.send || !process.connected) resolve();
    else {
      process.send(report, undefined, undefined, () => {
        resolve();
      });
    }
  });
}

/** Resolves when this worker must end. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    // Ctrl-C reaches every process of the terminal; the primary decides what happens.
    process.on('SIGINT', () => undefined);
    process.once('SIGTERM', resolve);
    process.once('disconnect', resolve);
    process.on('message', (message) => {
      if (message === stopOrder) resolve();
    });
  });
}

/** Lines that may wait for a slow terminal; those beyond are counted instead. */
const maxWaiting = 10_000;

/** Sends lines in batches, one at a time: a terminal that is slow to take them neither slows the service nor fills its memory. */
class LineSender {
  private waiting: string[] = [];
  private left = 0;
  private underWay: Promise<void> | undefined;

  /** @param send resolves once the lines have gone out */
  constructor(private readonly send: (lines: readonly string[]) => Promise<void>) {}

  add(line: string): void {
    if (this.waiting.length < maxWaiting) this.waiting.push(line);
    else this.left += 1;
    this.underWay ??= this.sendAll();
  }

  /** Resolves once every line has gone out. */
  async flushed(): Promise<void> {
    await this.underWay;
  }

  private async sendAll(): Promise<void> {
    await nextTurn();
    while (this.waiting.length > 0) {
      const lines = this.waiting;
      if (this.left > 0) lines.push(`${this.left} more requests: the terminal is too slow to show each.`);
      this.waiting = [];
      this.left = 0;
      await this.send(lines);
    }
    this.underWay = undefined;
  }
}
