/** A recording that can't be used: one sentence that says what is wrong and what to do. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}
