/** A value that a store in this process returns at once and a shared one promises: the pipeline waits only where it must. */
export type MaybePromise<T> = T | Promise<T>;
