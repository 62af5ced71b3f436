/**
 * Limits how many requests of a run are under way at once. There is no limit until the target refuses some of those that are under
 * way together: then half as many are, until a single one is left.
 */
export class ConcurrencyLimit {
  private atOnce = Infinity;
  private underWay = 0;
  private readonly waiting: (() => void)[] = [];

  /** Waits for a place, which `release` gives back. */
  async claim(): Promise<void> {
    while (this.underWay >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.underWay += 1;
  }

  release(): void {
    this.underWay -= 1;
    this.waiting.shift()?.();
  }

  halve(): void {
    this.atOnce = Math.max(1, Math.floor(Math.min(this.atOnce, this.underWay) / 2));
  }
}
