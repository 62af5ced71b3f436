import { MemoryState } from '../memory/memory-state.js';
import type { CreateStore } from './state-under-test.js';

/** A state in memory with a clock of its own. */
export const memoryStore: CreateStore = ({ defaultScenario, journalEntries: entries }) => {
  const clock = { now: 1 };
  const state = new MemoryState({ elapsed: () => clock.now, defaultScenario, journal: { entries } });
  return { state, advance: (milliseconds) => void (clock.now += milliseconds) };
};
