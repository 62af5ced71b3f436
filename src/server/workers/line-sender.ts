import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lines that may wait for a slow terminal; those beyond are counted instead. */
const maxWaiting = 10_000;

/** Sends lines in batches, one at a time: a terminal that is slow to take them neither slows the service nor fills its memory. */
export class LineSender {
  private waiting: string[] = [];
  private left = 0;
  private underWay: Promise<void> | undefined;

  /** @param send resolves once the lines have gone out */
  constructor(private readonly send: (lines: readonly string[]) => Promise<void>) {}

  add(line: string): void {
    if (this.waiting.length < maxWaiting) this.waiting.push(line);
    else this.left += 1;
    this.underWay ??= this.sendAll();
  }

  /** Resolves once every line has gone out. */
  async flushed(): Promise<void> {
    await this.underWay;
  }

  private async sendAll(): Promise<void> {
    await nextTurn();
    while (this.waiting.length > 0) {
      const lines = this.waiting;
      if (this.left > 0) lines.push(`${this.left} more requests: the terminal is too slow to show each.`);
      this.waiting = [];
      this.left = 0;
      await this.send(lines);
    }
    this.underWay = undefined;
  }
}
