import { LineSender } from './line-sender.js';
import { stopOrder } from './messages.js';
import type { WorkerFailure, WorkerOrder, WorkerReport } from './messages.js';

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
