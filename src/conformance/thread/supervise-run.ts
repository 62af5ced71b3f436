/**
 * A run in a thread of its own, so that nothing a target sends can hang or exhaust the process that reports: the thread has a
 * heap limit and a deadline, and when it dies the events end as those of a whole run do, with what was judged until then.
 */
import { Worker } from 'node:worker_threads';
import type { ConformanceEvent } from '../events.js';
import { printableLine } from '../printable.js';
import { EventQueue } from '../run/event-queue.js';
import { longestStretch } from '../run/planning/run-time.js';
import type { ThreadInput, ThreadMessage } from './serve-run.js';
import { UnfinishedRun } from './unfinished-run.js';

export interface SupervisedRun {
  /** The program of the thread; it calls `serveRun`. */
  readonly program: URL;
  /** Input of the program; data. */
  readonly order: unknown;
  readonly maxTimeSeconds: number;
  /** Of the thread's heap, in MiB; buffers don't count. */
  readonly heapMiB: number;
  /** Reported for a run that dies before it has a plan. */
  readonly target: string;
  readonly document: string;
  /** Milliseconds until the run must have a plan; all of its time by default. */
  readonly planningMs?: number | undefined;
  /** Milliseconds for a run to conclude once its time is over; far more than that takes, unless something hangs. */
  readonly graceMs?: number;
  /** Ends the run early. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs the suite in a thread, and yields its events. Leaving the loop early ends the thread.
 *
 * @throws what the run threw before its plan, as an Error with the same name, message and code
 */
export async function* superviseRun(run: SupervisedRun): AsyncGenerator<ConformanceEvent> {
  const queue = new EventQueue<ConformanceEvent>();
  const thread = startThread(run, queue);
  try {
    yield* queue;
  } finally {
    await thread.terminate();
  }
}

const eventTypes: Readonly<Record<ConformanceEvent['type'], true>> = {
  ...{ plan: true, case: true, slowed: true, failure: true, summary: true },
};

function isEvent(message: ThreadMessage): message is ConformanceEvent {
  return message.type in eventTypes;
}

function startThread(run: SupervisedRun, queue: EventQueue<ConformanceEvent>): Worker {
  const { program, order, heapMiB, maxTimeSeconds, graceMs = 2000, signal } = run;
  const { planningMs = maxTimeSeconds * 1000 } = run;
  const seen = new UnfinishedRun(run);
  let reason: string | undefined;
  let failure: Error | undefined;
  const thread = new Worker(program, {
    workerData: { order, beganAt: Date.now() } satisfies ThreadInput,
    resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: 16 },
  });
  const endWithin = (ms: number, why: string): NodeJS.Timeout =>
    setTimeout(() => {
      reason = why;
      void thread.terminate();
    }, ms);
  let startedAt = performance.now();
  let deadline = endWithin(planningMs, `it had no plan in ${planningMs / 1000} s`);
  // A target that answers 429 may prolong its run, but not without end.
  const stretch = (seconds: number): void => {
    if (signal?.aborted === true) return;
    const lasts = Math.min(seconds, maxTimeSeconds * longestStretch);
    clearTimeout(deadline);
    deadline = endWithin(
      lasts * 1000 + graceMs - (performance.now() - startedAt),
      `its ${lasts} s were over`,
    );
  };
  const interrupt = (): void => {
    thread.postMessage('stop');
    clearTimeout(deadline);
    deadline = endWithin(graceMs, 'the run was interrupted');
  };
  signal?.addEventListener('abort', interrupt);
  if (signal?.aborted) interrupt();

  thread.on('online', () => (startedAt = performance.now()));
  thread.on('message', (message: ThreadMessage) => {
    seen.observe(message);
    if (message.type === 'stretched') stretch(message.seconds);
    if (message.type === 'plan') stretch(maxTimeSeconds);
    if (message.type === 'failed') {
      const { name, code } = message;
      failure = Object.assign(new Error(message.message), { name }, code !== undefined && { code });
    }
    if (isEvent(message)) queue.push(message);
  });
  thread.on('error', (error: NodeJS.ErrnoException) => {
    const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reason = outOfMemory ? `${heapMiB} MiB of memory were not enough` : printableLine(error.message);
  });
  // Messages that were sent before the end have all arrived by now.
  thread.on('exit', () => {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', interrupt);
    if (failure !== undefined && !seen.hasPlan) queue.end({ error: failure });
    else {
      for (const event of seen.closingEvents(
        reason ?? printableLine(failure?.message ?? 'the run ended by itself'),
      ))
        queue.push(event);
      queue.end();
    }
  });
  return thread;
}
