/** The store did not do what it was asked: it is away, too slow, or refuses. `message` says which, without secrets. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}
