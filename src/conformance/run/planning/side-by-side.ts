import type { Case } from '../../cases/case.js';

/** Requests that are sent at the same time, unless another number is asked for. */
export const defaultConcurrency = 8;
/** So many at once are enough to show what a server shares between requests by mistake. */
const sideBySide = 16;

/** Number of requests that go out at once where a rule wants many: no more than the run allows. */
export function maxAtOnce(concurrency: number): number {
  return concurrency < defaultConcurrency ? concurrency : Math.max(sideBySide, concurrency);
}

/** The cases that are sent side by side, in batches of one name each; no batch has more than `max` cases. */
export function batchesOf(cases: readonly Case[], max: number): Case[][] {
  const byName = new Map<string, Case[]>();
  for (const item of cases)
    if (item.together !== undefined) byName.set(item.together, [...(byName.get(item.together) ?? []), item]);
  return [...byName.values()].flatMap((named) =>
    Array.from({ length: Math.ceil(named.length / max) }, (_, index) =>
      named.slice(index * max, (index + 1) * max),
    ),
  );
}

/**
 * Sends the cases: most of them as workers become free, then each batch of those that belong together, when nothing else is on
 * its way beside them, and at last those that follow one another.
 *
 * @param isOver whether nothing more is to be sent
 */
export async function sendInOrder(
  cases: readonly Case[],
  concurrency: number,
  send: (item: Case) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  const queue = cases.filter(({ together, turn }) => together === undefined && turn === undefined);
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined && !isOver(); item = queue.shift()) await send(item);
  };
  const workers = Math.max(1, concurrency);
  await Promise.all(Array.from({ length: workers }, worker));
  for (const batch of batchesOf(cases, maxAtOnce(workers))) if (!isOver()) await Promise.all(batch.map(send));
  for (const item of inTurns(cases)) if (!isOver()) await send(item);
}

/** Returns whether a case removes something of the target, which other cases may be about. */
export function removes({ request, accept, problems }: Case): boolean {
  return request.method === 'DELETE' && problems.length === 0 && accept.some((status) => status < 300);
}

/** The cases that are sent one after the other, in their order. */
export function inTurns(cases: readonly Case[]): Case[] {
  return cases.filter(({ turn }) => turn !== undefined).sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0));
}
