import type { Finding } from '../rules/rule.js';

/** Finds the first element of `data` whose id is empty, or the same as that of an earlier one. */
export function repeatedIds(elements: readonly Record<string, unknown>[]): Finding {
  const seen = new Map<unknown, number>();
  for (const [index, { id }] of elements.entries()) {
    const pointer = `/data/${index}/id`;
    if (id === '') return { actual: 'an empty id', pointer };
    const earlier = isComparable(id) ? seen.get(id) : undefined;
    if (earlier !== undefined)
      return {
        actual: `the id ${JSON.stringify(id).slice(0, 80)} again, as in element ${earlier}`,
        pointer,
      };
    seen.set(id, index);
  }
  return 'pass';
}

/** JSON.parse rounds whole numbers beyond 2^53, so that equal ones may have been different. */
function isComparable(id: unknown): boolean {
  return typeof id === 'string' || (typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER);
}
