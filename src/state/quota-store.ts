import type { MaybePromise } from './maybe-promise.js';

export interface Quota {
  /** Requests that one window allows. */
  readonly limit: number;
  readonly windowSeconds: number;
}

export interface QuotaSpent {
  readonly allowed: boolean;
  /** Requests left in the window after this one. */
  readonly remaining: number;
  /** Whole seconds until the window is over, at least 1. */
  readonly resetSeconds: number;
}

/** The rest of a window, before another request. */
export interface QuotaLeft {
  readonly remaining: number;
  /** Whole seconds until the window is over; undefined while none has begun. */
  readonly resetSeconds: number | undefined;
}

/** Counts the requests that each sandbox has spent of its window, which is timed by the sandbox's clock. */
export interface QuotaStore {
  /** Counts one request against the sandbox's quota; a window begins with its first request. */
  spend(sandbox: string, quota: Quota): MaybePromise<QuotaSpent>;
  /** Asking neither makes the sandbox nor counts as use. */
  left(sandbox: string, quota: Quota): MaybePromise<QuotaLeft>;
  /** Ends the sandbox's window. */
  reset(sandbox: string): MaybePromise<void>;
}
