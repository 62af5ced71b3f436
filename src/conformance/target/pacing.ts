import type { TargetResponse } from './exchange.js';
import { requestedWait } from './requested-wait.js';

/** Added to a wait that the target asked for, because clocks round. */
const marginMs = 50;
/** The first wait after a 429 that names none; each further one is twice as long. */
const firstBackoffMs = 1000;
/** So many requested waits in a row that ended in another 429 show that the target won't serve again. */
const maxFruitlessWaits = 5;
/** So many in all, and more than half of them, show that the target names a wait that is too short. */
const maxShortWaits = 4;
/** So many waits of our own, 15 s together, are enough for a target that never served anything. */
const maxBackoffs = 4;

/** Keeps a run polite: no faster than its rate, silent while the target asks it to wait, and over when its time is. */
export class Pacing {
  private resumeAt = 0;
  private nextSlot = 0;
  private backoffMs = firstBackoffMs;
  private fruitlessWaits = 0;
  /** The waits that the target asked for, and those of them after which it served nothing before it asked for another. */
  private readonly waited = { all: 0, short: 0 };
  private hasServed = false;
  private readonly quota: QuotaEstimate;
  private slowedTo: number | undefined;
  private isOver = false;
  /** Ends a wait. */
  private readonly waits = new Set<() => void>();

  constructor(
    readonly now: () => number,
    private endsAt: number,
    /** Requests a second; undefined: as fast as the connections allow. */
    private readonly rate: number | undefined,
  ) {
    this.quota = new QuotaEstimate(now());
  }

  /** Milliseconds that each request takes by the target's 429s; undefined while they show no pace. */
  get msPerRequest(): number | undefined {
    return this.slowedTo;
  }

  /** Lets the run last longer. @param endsAt milliseconds since 1970 */
  extend(endsAt: number): void {
    this.endsAt = Math.max(this.endsAt, endsAt);
  }

  /** True if the target kept answering 429 after several waits that it had asked for itself, and served nothing in between. */
  get isRateLimitedForGood(): boolean {
    return this.fruitlessWaits >= maxFruitlessWaits;
  }

  /** A phrase for the number of waits that the target named too short; undefined where these are few. */
  get shortWaits(): string | undefined {
    const { all, short } = this.waited;
    return short >= maxShortWaits && short * 2 > all ? `${short} of ${all} waits` : undefined;
  }

  /** True if the target never served anything, and doesn't say when it would. */
  get isHopeless(): boolean {
    return !this.hasServed && this.backoffMs > firstBackoffMs * 2 ** maxBackoffs;
  }

  get remainingMs(): number {
    return this.endsAt - this.now();
  }

  /** Milliseconds that the target still asks to be left in peace. */
  get requestedMs(): number {
    return Math.max(0, this.resumeAt - this.now());
  }

  /** Waits until the next request may go out; false when the run would be over before that. */
  async turn(): Promise<boolean> {
    for (;;) {
      const wait = Math.max(this.resumeAt, this.nextSlot) - this.now();
      if (wait <= 0) break;
      if (!(await this.wait(wait))) return false;
    }
    if (this.rate !== undefined) this.nextSlot = Math.max(this.now(), this.nextSlot) + 1000 / this.rate;
    return this.remainingMs > 0 && !this.isOver;
  }

  /** Waits; false, at once, when the run would be over before that or is ended. */
  async wait(ms: number): Promise<boolean> {
    if (this.isOver || ms >= this.remainingMs) return false;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => done(), Math.ceil(ms));
      const done = (): void => {
        clearTimeout(timer);
        this.waits.delete(done);
        resolve();
      };
      this.waits.add(done);
    });
    return !this.isOver;
  }

  /** Ends every wait: nothing more is to be sent. */
  end(): void {
    this.isOver = true;
    for (const done of this.waits) done();
  }

  /**
   * Records a 429: nothing is sent until the requested wait is over, or for a doubling time where none is requested.
   *
   * @param sentAt when its request went out: requests that were on their way together count as one
   * @returns whether it names no wait, and is the first of those that were on their way together
   */
  rateLimited(response: TargetResponse, sentAt: number): boolean {
    const requested = requestedWait(response, this.now());
    const isRequested = requested !== undefined && requested > 0;
    const wasOnItsWay = sentAt < this.resumeAt;
    if (wasOnItsWay && !isRequested) return false;
    const wait = isRequested ? requested + marginMs : this.backoffMs;
    if (!wasOnItsWay) {
      if (isRequested) {
        if (this.fruitlessWaits > 0) this.waited.short += 1;
        this.waited.all += 1;
        this.fruitlessWaits += 1;
      } else this.backoffMs *= 2;
    }
    this.resumeAt = Math.max(this.resumeAt, this.now() + wait);
    if (!wasOnItsWay) this.slowedTo = this.quota.rateLimited(this.resumeAt);
    return !isRequested;
  }

  /** Records that the target served a request. */
  served(): void {
    this.hasServed = true;
    this.quota.countServed();
    this.backoffMs = firstBackoffMs;
    this.fruitlessWaits = 0;
  }
}

/** Estimates the rate that a target accepts from its 429s: so many requests pass between two of them. */
export class QuotaEstimate {
  private served = 0;
  private window: { readonly served: number; readonly since: number } | undefined;

  /** @param since milliseconds since 1970 */
  constructor(private since: number) {}

  /** Records a response other than a 429. */
  countServed(): void {
    this.served += 1;
  }

  /**
   * Records a 429.
   *
   * @param resumeAt when requests may go out again, milliseconds since 1970
   * @returns milliseconds that each request takes at this pace; undefined while nothing was served
   */
  rateLimited(resumeAt: number): number | undefined {
    // A 429 after a wait that was too short prolongs the window before it.
    if (this.served > 0) this.window = { served: this.served, since: this.since };
    this.served = 0;
    this.since = resumeAt;
    return this.window ? (resumeAt - this.window.since) / this.window.served : undefined;
  }
}
