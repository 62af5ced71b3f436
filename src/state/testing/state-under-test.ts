import { onTestFinished } from 'vitest';
import type { MaybePromise } from '../maybe-promise.js';
import type { State } from '../state.js';

/** An empty store that is held against the laws, with a clock that the laws move. */
export interface StateUnderTest {
  readonly state: State;
  /** Lets time pass for quotas. */
  readonly advance: (milliseconds: number) => MaybePromise<void>;
}

export interface CreateOptions {
  readonly defaultScenario: string | undefined;
  /** Exchanges that each journal keeps. */
  readonly journalEntries: number;
}

export type CreateStore = (options: CreateOptions) => MaybePromise<StateUnderTest>;

/** Opens a store of its own for one law, which is closed after it. */
export type OpenStore = (defaultScenario?: string) => Promise<StateUnderTest>;

export function opening(create: CreateStore): OpenStore {
  return async (defaultScenario) => {
    const made = await create({ defaultScenario, journalEntries });
    onTestFinished(() => made.state.close());
    return made;
  };
}

/** Exchanges kept by the stores under test. */
export const journalEntries = 5;

/** Results of so many calls at once. */
export function together<T>(count: number, call: (index: number) => MaybePromise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)));
}

/** So many whole numbers, from 1 unless another is given. */
export function upTo(count: number, from = 1): number[] {
  return Array.from({ length: count }, (_, index) => index + from);
}
