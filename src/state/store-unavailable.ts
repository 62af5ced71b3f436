import type { MemoryBudget } from './memory-budget.js';

/** The store did not carry out a call: it can't be reached, is too slow, or refuses. `message` says which, without secrets. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** Refuses what would pass the budget of bytes. */
export function memoryIsFull({ fullSentence }: MemoryBudget): StoreUnavailableError {
  return new StoreUnavailableError(
    `${fullSentence} and has nothing left to evict; reset sandboxes, or raise it`,
  );
}
