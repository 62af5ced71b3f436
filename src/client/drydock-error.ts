/** Why the mock refused a call, or could not be reached: one sentence. */
export class DrydockError extends Error {
  override readonly name = 'DrydockError';

  /** @param status the status of the refusal; undefined when there was no response */
  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
