import type { Judgement } from '../rules/rule.js';

/** Which elements have an id that an earlier one had, or an empty one. */
export function repeatedIds(elements: readonly Record<string, unknown>[]): Judgement {
  const seen = new Map<unknown, number>();
  for (const [index, { id }] of elements.entries()) {
    const pointer = `/data/${index}/id`;
    if (id === '') return { actual: 'an empty id', pointer };
    const earlier = isComparable(id) ? seen.get(id) : undefined;
    if (earlier !== undefined)
      return { actual: `the id ${JSON.stringify(id).slice(0, 80)} again, as in element ${earlier}`, pointer };
    seen.set(id, index);
  }
  return 'kept';
}

/** Whole numbers beyond 2^53 lose their last digits on the way through JSON.parse: they say nothing. */
function isComparable(id: unknown): boolean {
  return typeof id === 'string' || (typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER);
}
