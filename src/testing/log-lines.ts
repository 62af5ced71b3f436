/** Log lines that a test can wait for. */
export class LogLines {
  private readonly lines: string[] = [];
  private wake: () => void = () => undefined;

  readonly write = (line: string): void => {
    this.lines.push(line);
    this.wake();
  };

  /** The next line that was not waited for yet. */
  async next(): Promise<string> {
    while (this.lines.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.lines.shift() ?? '';
  }
}
