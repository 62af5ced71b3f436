/** Data files, such as tariffs, that can't be used: a line for each problem. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
