/**
 * One budget of work for all patterns of a document that a request or a response meets: each pattern takes time that grows with the
 * text alone, but a document may ask for hundreds of them on one text. What is spent is measured in characters read.
 */

/** About a second at most: a text of 1 MiB can be read twenty times. */
const maxWork = 20_000_000;

/** A way that is followed for the first time takes as long as so many characters. */
const wayCost = 5;

export class PatternWork {
  private left: number;
  private ofOneTask = false;

  /** @param times the budget, as a multiple of that of a request */
  constructor(times = 1) {
    this.left = maxWork * times;
  }

  /** Gives a request the whole budget, for all that is validated until its stages wait for something. */
  begin(): void {
    this.left = maxWork;
    this.ofOneTask = true;
    queueMicrotask(() => {
      this.ofOneTask = false;
    });
  }

  /** Gives a validation the whole budget, unless it belongs to a request or to a task. */
  enter(): void {
    if (!this.ofOneTask) this.left = maxWork;
  }

  /**
   * Runs a task on one budget, or on a part of that of the task around it.
   *
   * @param times the budget, as a multiple of that of a request
   * @returns what the task made, unproven where the budget is spent
   */
  share<T>(task: () => T, times = 1): { readonly made: T; readonly isSpent: boolean } {
    const { left, ofOneTask } = this;
    const given = Math.min(maxWork * times, ofOneTask ? left : Infinity);
    [this.left, this.ofOneTask] = [given, true];
    try {
      const made = task();
      return { made, isSpent: this.left <= 0 };
    } finally {
      [this.left, this.ofOneTask] = [left - given + this.left, ofOneTask];
    }
  }

  /** The ways that a search of a text may follow. @throws PatternWorkError where the text itself is too much */
  waysFor(text: string): number {
    if (text.length > this.left) {
      this.left = 0;
      throw new PatternWorkError();
    }
    return Math.floor((this.left - text.length) / wayCost);
  }

  /** @throws PatternWorkError */
  spend(text: string, ways: number, found: boolean | undefined): boolean {
    this.left -= text.length + ways * wayCost;
    if (found !== undefined) return found;
    this.left = 0;
    throw new PatternWorkError();
  }
}

/** Thrown through a validator: its value was not looked at to the end. */
export class PatternWorkError extends Error {
  override readonly name = 'PatternWorkError';
}
