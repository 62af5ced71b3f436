import type { MaybePromise } from './maybe-promise.js';

/** The shift of each sandbox's time. It is lost with the sandbox: at a reset, or some time after its last use. */
export interface ClockStore {
  /** Milliseconds that the sandbox's time is ahead of the mock's; below 0 where it is behind, 0 where nobody moved it. */
  shift(sandbox: string): MaybePromise<number>;
  /** That of several, in their order, in one call. */
  shifts(sandboxes: readonly string[]): MaybePromise<readonly number[]>;
  /** Sets the shift, in milliseconds; 0 gives the sandbox the mock's time again. */
  setShift(sandbox: string, milliseconds: number): MaybePromise<void>;
}
