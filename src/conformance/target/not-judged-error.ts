/** Thrown to a rule that looks at what was not read, because it exceeds a limit of the suite. The message is a phrase. */
export class NotJudgedError extends Error {
  override readonly name = 'NotJudgedError';
}
