import type { Answer } from './exchange.js';
import { namedWait } from './requested-wait.js';

/** Between a wait that was named and the next request, for clocks that round. */
const margin = 50;
/** Waits in vain after which a target is taken at its deeds. */
const maxFruitless = 5;
/** Waits of our own, 15 s together, after which a target that never served anything is left alone. */
const maxUnnamed = 4;

/**
 * Keeps the run polite: no faster than its rate, silent while the target asks it to wait, and over when its time is.
 */
export class Pacing {
  private resumeAt = 0;
  private nextSlot = 0;
  private unnamed = 1000;
  private fruitless = 0;
  private hasServed = false;

  constructor(
    readonly now: () => number,
    private readonly endsAt: number,
    /** Requests a second; undefined as fast as the connections allow. */
    private readonly rate: number | undefined,
  ) {}

  /** Whether the target went on refusing after several waits that it named itself, and served nothing in between. */
  get isRefusedForGood(): boolean {
    return this.fruitless >= maxFruitless;
  }

  /** Whether nothing was ever served, and the target names no wait after which it would. */
  get isHopeless(): boolean {
    return !this.hasServed && this.unnamed > 1000 * 2 ** maxUnnamed;
  }

  get remainingMs(): number {
    return this.endsAt - this.now();
  }

  /** Waits for this request's turn; false when the run's time would be over before it. */
  async turn(): Promise<boolean> {
    for (;;) {
      const wait = Math.max(this.resumeAt, this.nextSlot) - this.now();
      if (wait <= 0) break;
      if (!(await this.wait(wait))) return false;
    }
    if (this.rate !== undefined) this.nextSlot = Math.max(this.now(), this.nextSlot) + 1000 / this.rate;
    return this.remainingMs > 0;
  }

  async wait(ms: number): Promise<boolean> {
    if (ms >= this.remainingMs) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.ceil(ms)));
    return true;
  }

  /**
   * Takes note of a 429: nobody sends until the wait that it names is over, doubling from 1 s where it names none.
   *
   * @param sentAt when its request went out: answers that were under way together are one refusal
   */
  refused(answer: Answer, sentAt: number): void {
    const named = namedWait(answer, this.now());
    const isNamed = named !== undefined && named > 0;
    const isUnderWay = sentAt < this.resumeAt;
    if (isUnderWay && !isNamed) return;
    const wait = isNamed ? named + margin : this.unnamed;
    if (!isUnderWay) {
      if (isNamed) this.fruitless += 1;
      else this.unnamed *= 2;
    }
    this.resumeAt = Math.max(this.resumeAt, this.now() + wait);
  }

  accepted(): void {
    this.hasServed = true;
    this.unnamed = 1000;
    this.fruitless = 0;
  }
}
