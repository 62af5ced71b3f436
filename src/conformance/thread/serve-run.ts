import { parentPort, workerData } from 'node:worker_threads';
import type { ConformanceEvent, PlannedCase } from '../events.js';
import type { RunNote } from '../run/options.js';

/** The input of a thread. */
export interface ThreadInput {
  readonly order: unknown;
  /** When the run was asked for, in milliseconds since 1970. A thread has the time origin of its process, which may be old. */
  readonly beganAt: number;
}

/** Parts that a run in a thread gets besides its order. */
export interface ThreadParts extends Pick<ThreadInput, 'beganAt'> {
  /** Aborted when the run shall end early. */
  readonly signal: AbortSignal;
  readonly note: (note: RunNote) => void;
}

/** A planned case as it is sent: to make and copy all requests would take longer than some runs. */
function sent({ id, rule, title, operation, level, method, accept, hasControl }: PlannedCase): PlannedCase {
  return { id, rule, title, operation, level, method, accept, ...(hasControl && { hasControl }) };
}

/**
 * The program of a thread: runs the suite as its order says, and sends everything to the supervisor at once, because a run
 * that hangs or takes too much memory sends nothing more.
 *
 * @param start makes the run; the order is what `superviseRun` was given
 */
export async function serveRun(
  start: (order: unknown, parts: ThreadParts) => Promise<AsyncIterable<ConformanceEvent>>,
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This program is started by superviseRun, as a thread.');
  const send = (message: ThreadMessage): void => port.postMessage(message);
  const interruption = new AbortController();
  port.once('message', () => interruption.abort());
  port.unref();
  try {
    const { order, beganAt } = workerData as ThreadInput;
    const { signal } = interruption;
    for await (const event of await start(order, { beganAt, signal, note: send }))
      send(event.type === 'plan' ? { ...event, cases: event.cases.map(sent) } : event);
    send({ type: 'ended' });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    send({ type: 'failed', name, message, code: codeOf(error) });
  }
}

/** The code of an error of Node's, such as `ENOENT`, or of the error that caused it. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, cause } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : codeOf(cause);
}

/** A message from the thread of a run to its supervisor. All of it is data. */
export type ThreadMessage =
  | ConformanceEvent
  | RunNote
  /** The run threw. The name of an error's class, and the code of what caused it, say how it is to be shown. */
  | {
      readonly type: 'failed';
      readonly name: string;
      readonly message: string;
      readonly code?: string | undefined;
    }
  | { readonly type: 'ended' };
