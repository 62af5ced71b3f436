/** Numbers from 0 up to but not 1. */
export type Random = () => number;

/**
 * A source of numbers from 0 up to but not 1 that depends on the parts alone: the same parts (a seed, a sandbox, the number
 * of a call) give the same numbers in every process. Not for secrets.
 *
 * @param parts what the numbers depend on; `['ab', 'c']` and `['a', 'bc']` differ
 */
export function seededRandom(...parts: readonly (string | number)[]): Random {
  let state = hash(parts);
  // splitmix32, by Tommy Ettinger: passes through all 2^32 states, well mixed from the first number on.
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 4_294_967_296;
  };
}

/** A whole number from `low` to `high`, both included. */
export function randomInteger(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** One of the values. @throws RangeError for an empty list */
export function randomElement<T>(random: Random, values: readonly T[]): T {
  if (values.length === 0) throw new RangeError('There is nothing to pick from an empty list.');
  return values[randomInteger(random, 0, values.length - 1)] as T;
}

/** FNV-1a over the characters of all parts, each closed by its length, and a last mix (murmur3). */
function hash(parts: readonly (string | number)[]): number {
  let value = 0x811c9dc5;
  for (const part of parts) {
    const text = String(part);
    for (let index = 0; index < text.length; index += 1)
      value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    value = Math.imul(value ^ (text.length + 0x10000), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
