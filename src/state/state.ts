/**
 * What the mock remembers, per sandbox: quota, orders and their numbers. A sandbox exists from its first use. Every
 * store (memory here, a shared one for replicas) keeps each call atomic, so that parallel requests never lose a step.
 * A store that answers at once returns plain values: the pipeline then needs no promise.
 */
import type { Order } from '../contract/types.js';

export type MaybePromise<T> = T | Promise<T>;

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

export interface State {
  /** Counts one request against the sandbox's quota; a window begins with its first request. */
  spendQuota(sandbox: string, quota: Quota): MaybePromise<QuotaSpent>;
  /** Counts one more order of a rate in the sandbox and returns how many there were before. */
  countOrderOf(sandbox: string, rateId: string): MaybePromise<number>;
  saveOrder(sandbox: string, order: Order): MaybePromise<void>;
  findOrder(sandbox: string, trackingNumber: string): MaybePromise<Order | undefined>;
  /** Forgets everything of one sandbox. */
  reset(sandbox: string): MaybePromise<void>;
  close(): MaybePromise<void>;
}
