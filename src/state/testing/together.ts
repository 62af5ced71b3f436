import type { MaybePromise } from '../maybe-promise.js';

/** Results of so many calls at once. */
export function together<T>(count: number, call: (index: number) => MaybePromise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)));
}

/** So many whole numbers, from 1 unless another is given. */
export function upTo(count: number, from = 1): number[] {
  return Array.from({ length: count }, (_, index) => index + from);
}
