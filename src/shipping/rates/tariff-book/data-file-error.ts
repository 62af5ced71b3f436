/** Data files, such as tariffs, that can't be used: a line for each problem. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
  /** @param problems a sentence for each, with the file's name */
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
