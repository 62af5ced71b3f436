import type { Case } from '../../cases/case.js';

/** Requests that are sent at the same time, unless another number is asked for. */
export const defaultConcurrency = 8;
/** So many at once are enough to show what a server shares between requests by mistake. */
const sideBySide = 16;

/** How many requests go out at once where a rule wants many: no more than are allowed where fewer than usual are. */
export function mostAtOnce(concurrency: number): number {
  return concurrency < defaultConcurrency ? concurrency : Math.max(sideBySide, concurrency);
}

/** The cases that are sent side by side, in batches of one name each; no batch has more than `most` cases. */
export function batchesOf(cases: readonly Case[], most: number): Case[][] {
  const byName = new Map<string, Case[]>();
  for (const item of cases)
    if (item.together !== undefined) byName.set(item.together, [...(byName.get(item.together) ?? []), item]);
  return [...byName.values()].flatMap((named) =>
    Array.from({ length: Math.ceil(named.length / most) }, (_, index) =>
      named.slice(index * most, (index + 1) * most),
    ),
  );
}

/** The cases that are sent one after the other, in their order. */
export function inTurns(cases: readonly Case[]): Case[] {
  return cases.filter(({ turn }) => turn !== undefined).sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0));
}
