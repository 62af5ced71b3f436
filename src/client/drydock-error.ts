/** What the mock refused, or why it could not be asked: one sentence. */
export class DrydockError extends Error {
  override readonly name = 'DrydockError';

  /** @param status the status of the refusal; undefined when there was no answer */
  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
