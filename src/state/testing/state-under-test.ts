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

export type CreateState = (options: CreateOptions) => MaybePromise<StateUnderTest>;

/** A store of its own for one law. */
export type Fresh = (defaultScenario?: string) => Promise<StateUnderTest>;

/** Exchanges kept by the stores under test. */
export const journalEntries = 5;
