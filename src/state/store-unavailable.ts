/** The store did not carry out a call: it can't be reached, is too slow, or refuses. `message` says which, without secrets. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}
