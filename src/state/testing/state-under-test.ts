import { afterEach } from '@jest/globals';
import type { MaybePromise } from '../maybe-promise.js';
import { MemoryState } from '../memory/memory-state.js';
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

/** The store of a test file, in memory unless a file that runs the laws over another one has set it. */
export const storeUnderTest: { create: (options: CreateOptions) => MaybePromise<StateUnderTest> } = {
  create: ({ defaultScenario, journalEntries: entries }) => {
    const clock = { now: 1 };
    const state = new MemoryState({ elapsed: () => clock.now, defaultScenario, journal: { entries } });
    return { state, advance: (milliseconds) => void (clock.now += milliseconds) };
  },
};

const opened: State[] = [];
afterEach(async () => {
  for (const state of opened.splice(0)) await state.close();
});

/** A store of its own for one law. */
export async function fresh(defaultScenario?: string): Promise<StateUnderTest> {
  const made = await storeUnderTest.create({ defaultScenario, journalEntries });
  opened.push(made.state);
  return made;
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
