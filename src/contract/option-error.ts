/** An invalid option: one sentence that says which one and what it must be. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}
