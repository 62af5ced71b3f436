import type { JournalSummary } from '../../../control/control-types.js';

/** One of several tries of the same request. */
export interface Attempt<E> {
  readonly entry: E;
  /** Seconds from the end of the attempt before; undefined for the first. */
  readonly waitedSeconds: number | undefined;
  /** The wait that the previous response asked for; undefined if it named none. */
  readonly askedSeconds: number | undefined;
}

export type AttemptGroup<E> = readonly [Attempt<E>, ...Attempt<E>[]];

/** A request that comes so much later is another one and no retry, in seconds; more where the response asked for more. */
const maxWaitSeconds = 120;

/**
 * Groups exchanges of one sandbox with their retries: the same request again, after a response that is worth another try.
 *
 * @param entries oldest first
 * @returns the group with the latest attempt first
 */
export function attemptGroups<E extends JournalSummary>(entries: readonly E[]): readonly AttemptGroup<E>[] {
  const groups: [Attempt<E>, ...Attempt<E>[]][] = [];
  const open = new Map<string, [Attempt<E>, ...Attempt<E>[]]>();
  for (const entry of entries) {
    const key = `${entry.method} ${entry.path} ${entry.requestSize}`;
    const group = open.get(key);
    const before = group?.at(-1)?.entry;
    const waitedSeconds = before === undefined ? 0 : secondsBetween(before, entry);
    const asked = before?.retryAfterSeconds ?? undefined;
    if (group && waitedSeconds <= Math.max(maxWaitSeconds, 3 * (asked ?? 0)))
      group.push({ entry, waitedSeconds, askedSeconds: asked });
    else groups.push([{ entry, waitedSeconds: undefined, askedSeconds: undefined }]);
    const current = group?.at(-1)?.entry === entry ? group : groups.at(-1);
    if (current && isWorthRetrying(entry)) open.set(key, current);
    else open.delete(key);
  }
  return groups.sort((a, b) => (b.at(-1)?.entry.id ?? 0) - (a.at(-1)?.entry.id ?? 0));
}

/** True after a 429, a server error or a broken connection: a client may retry. */
function isWorthRetrying({ status, fault }: JournalSummary): boolean {
  return status === 429 || status >= 500 || fault !== null;
}

function secondsBetween(before: JournalSummary, next: JournalSummary): number {
  const end = Date.parse(before.time) + before.durationMs;
  return Math.max(0, (Date.parse(next.time) - end) / 1000);
}
