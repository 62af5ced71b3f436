/** The store did not carry out a call: it can't be reached, is too slow, or refuses. `message` says which, without secrets. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** Refuses what would pass the budget of bytes. */
export function memoryIsFull(): StoreUnavailableError {
  return new StoreUnavailableError(
    'The mock holds as much as --max-memory allows and has nothing left to evict; reset sandboxes, or raise it',
  );
}
