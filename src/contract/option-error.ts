/** An option that can't be used: one sentence that says which and what it must be. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}
