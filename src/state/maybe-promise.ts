/** A value that a store in this process returns at once and a shared one promises: the pipeline waits only where it must. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value: at once where a store in this process has returned it, else when it is there. */
export function onceKnown<T, Next>(
  value: MaybePromise<T>,
  next: (known: T) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
