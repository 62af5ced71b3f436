/** Numbers from 0 up to but not 1, as `seededRandom` gives them: the same seed gives the same plan on every machine. */
export type Random = () => number;

/** A whole number from `low` to `high`, both included. */
export function randomInteger(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/**
 * One of the values.
 *
 * @throws RangeError for an empty list
 */
export function randomElement<T>(random: Random, values: readonly T[]): T {
  if (values.length === 0) throw new RangeError('There is nothing to pick from an empty list.');
  return values[randomInteger(random, 0, values.length - 1)] as T;
}
