/** Milliseconds between two lines where there is no terminal, such as in the log of a CI job. */
const interval = 5000;

/** The output for status lines. */
export interface ProgressStream {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): unknown;
}

/** A status line: on a terminal each replaces the one before, elsewhere one is written every few seconds. */
export class ProgressLine {
  private last: number;

  constructor(
    private readonly stream: ProgressStream,
    /** Milliseconds. */
    private readonly now: () => number,
  ) {
    this.last = now();
  }

  /** @param line empty to remove the line from the terminal */
  show(line: string): void {
    if (this.stream.isTTY) {
      this.stream.write(`\r\u001b[2K${line.slice(0, this.stream.columns - 1)}`);
      return;
    }
    const now = this.now();
    if (line === '' || now - this.last < interval) return;
    this.last = now;
    this.stream.write(`${line}\n`);
  }
}
