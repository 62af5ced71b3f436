import type { components } from '../../contract/generated/control-api.js';
import type { JournalEntry } from '../journal-entry.js';
import { sentStatus } from '../delivery.js';
import { retryAfterOf, type RetryAfter } from './retry-after.js';

type Schemas = components['schemas'];

/** A client's behaviour after one 429, operations by their id, or by method and path where the document has none. */
export type Wait = Schemas['Wait'];

/** Factor by which each wait must exceed the one before: exponential, with room for jitter. */
const growth = 1.5;

/** A wait may be short by so much: clocks and networks are not exact. */
function tolerance(due: number): number {
  return Math.max(0.05, due * 0.05);
}

/** A pause of so many times what was due is no retry: what follows it begins anew. */
const newBeginning = 10;

/**
 * Checks in a sandbox's journal how its client waited after each 429. Requests that were under way when the response came
 * could not know of it and are passed over. A response that a fault kept from arriving asked nobody to wait (specification 7 rule 3).
 *
 * @param arrived the exchanges in order of arrival
 */
export function checkBackoff(arrived: readonly JournalEntry[]): NonNullable<Schemas['Verdict']['backoff']> {
  const waits = [...byOperation(arrived)].flatMap(([operation, entries]) => waitsOf(operation, entries));
  waits.sort((a, b) => a.id - b.id);
  if (waits.length === 0)
    return { passed: null, why: 'No request was answered 429, so there is no wait to check.', waits };
  const broken = waits.filter(({ passed }) => !passed).map(({ id }) => id);
  if (broken.length === 0) return { passed: true, why: 'No wait after a 429 was too short.', waits };
  const why = `The client waited too short a time after ${broken.length} of ${waits.length} responses of 429: exchange ${broken.join(', ')}.`;
  return { passed: false, why, waits };
}

function byOperation(arrived: readonly JournalEntry[]): Map<string, JournalEntry[]> {
  const groups = new Map<string, JournalEntry[]>();
  for (const entry of arrived) {
    const operation = entry.operation ?? `${entry.request.method} ${entry.request.path}`;
    const group = groups.get(operation);
    if (group) group.push(entry);
    else groups.set(operation, [entry]);
  }
  return groups;
}

/** The wait that was due after one 429, in seconds. */
interface Due {
  readonly attempt: number;
  readonly retryAfter: RetryAfter | undefined;
  /** The wait that led to this 429; undefined for the first. */
  readonly before: number | undefined;
  readonly needed: number;
}

function waitsOf(operation: string, arrived: readonly JournalEntry[]): Wait[] {
  const answered = [...arrived].sort((a, b) => answeredAt(a) - answeredAt(b));
  const dues = new Map<JournalEntry, Due>();
  let known = 0;
  return arrived.flatMap((entry, index) => {
    // The last response that the client had when it sent this request says whether this 429 is one more in a row.
    const wasKnown = (earlier: JournalEntry | undefined) =>
      earlier !== undefined && earlier !== entry && answeredAt(earlier) <= entry.elapsed;
    while (wasKnown(answered[known])) known += 1;
    if (!isRateLimited(entry)) return [];
    const due = dueAfter(entry, answered[known - 1], dues);
    dues.set(entry, due);
    const next = arrived.slice(index + 1).find(({ elapsed }) => elapsed >= answeredAt(entry));
    return [waitAfter(operation, entry.id, due, next && secondsBetween(entry, next))];
  });
}

function dueAfter(
  entry: JournalEntry,
  last: JournalEntry | undefined,
  dues: ReadonlyMap<JournalEntry, Due>,
): Due {
  const retryAfter = retryAfterOf(entry);
  const askedSeconds = retryAfter?.seconds ?? 0;
  const earlier = last && dues.get(last);
  const before = last && secondsBetween(last, entry);
  const isRetry =
    earlier && before !== undefined && (earlier.needed === 0 || before <= earlier.needed * newBeginning);
  if (!isRetry) return { attempt: 1, retryAfter, before: undefined, needed: askedSeconds };
  return {
    attempt: earlier.attempt + 1,
    retryAfter,
    before,
    needed: Math.max(askedSeconds, before * growth),
  };
}

function isRateLimited(entry: JournalEntry): boolean {
  return sentStatus(entry) === 429 && entry.scenario?.fault === undefined;
}

function answeredAt({ elapsed, durationMs }: JournalEntry): number {
  return elapsed + durationMs;
}

function secondsBetween(response: JournalEntry, request: JournalEntry): number {
  return (request.elapsed - answeredAt(response)) / 1000;
}

function waitAfter(operation: string, id: number, due: Due, waited: number | undefined): Wait {
  const { attempt, retryAfter, needed } = due;
  const passed = waited === undefined || waited >= needed - tolerance(needed);
  return {
    operation,
    id,
    toldSeconds: retryAfter ? rounded(retryAfter.seconds) : null,
    waitedSeconds: waited === undefined ? null : rounded(waited),
    attempt,
    passed,
    why: whyOf(operation, due, waited, passed),
  };
}

function whyOf(operation: string, due: Due, waited: number | undefined, passed: boolean): string {
  const { attempt, retryAfter, before, needed } = due;
  const start = retryAfter
    ? `The response asked for a wait of ${seconds(retryAfter.seconds)} (${retryAfter.source})`
    : 'The response named no time to wait';
  if (waited === undefined) return `${start}; the client gave up: no further ${operation} came.`;
  const verdict = `${start}; the client waited ${seconds(waited)}: ${passed ? 'long enough' : 'too short'}.`;
  if (before === undefined) return verdict;
  return `${verdict} It was 429 number ${attempt} in a row, after a wait of ${seconds(before)}, so at least ${seconds(needed)} was due.`;
}

function seconds(value: number): string {
  return `${rounded(value)} ${rounded(value) === 1 ? 'second' : 'seconds'}`;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
