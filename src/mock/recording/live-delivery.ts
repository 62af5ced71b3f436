import type { Delivery, Ending } from '../../journal/delivery.js';
import type { MaybePromise } from '../../state/maybe-promise.js';

/** The bytes of a response that have left so far. */
export type SentBytes = Pick<Delivery, 'headBytes' | 'bodyBytes'>;

/** The delivery of a response while it is sent: whatever sends it says what has left. */
export class LiveDelivery implements Delivery {
  firstByteMs: number | undefined;
  lastByteMs: number | undefined;
  ending: Ending | undefined;
  durationMs = 0;
  /** Called once when it ends. */
  whenEnded: (() => void) | undefined;
  private sent: SentBytes = nothingSent;
  private measure: (() => SentBytes) | undefined;

  /** @param sinceArrival milliseconds since the request arrived */
  constructor(private readonly sinceArrival: () => number) {}

  get headBytes(): number {
    return this.update().headBytes;
  }

  get bodyBytes(): number {
    return this.update().bodyBytes;
  }

  /** Has the bytes measured whenever somebody asks. @param measure what has left until then */
  measureWith(measure: () => SentBytes): void {
    this.measure = measure;
  }

  /** Measures the bytes now: what is measured later may be too late. */
  update(): SentBytes {
    if (!this.measure) return this.sent;
    const now = this.measure();
    // A connection that is gone knows less than before.
    if (now.headBytes + now.bodyBytes > this.sent.headBytes + this.sent.bodyBytes) {
      this.sent = now;
      this.lastByteMs = this.sinceArrival();
      this.firstByteMs ??= this.lastByteMs;
    }
    return this.sent;
  }

  /** Says how the response ended; only the first word counts. @param sent default: what was measured */
  end(ending: Ending, sent = this.update()): void {
    if (this.ending !== undefined) return;
    this.measure = undefined;
    this.ending = ending;
    this.durationMs = this.sinceArrival();
    if (sent.headBytes + sent.bodyBytes > 0) {
      this.firstByteMs ??= this.durationMs;
      if (sent !== this.sent) this.lastByteMs = this.durationMs;
    }
    this.sent = sent;
    this.whenEnded?.();
  }
}

/** The delivery of an exchange whose record is not complete yet, even where its response has ended. */
export class OpenDelivery implements Delivery {
  readonly ending = undefined;

  constructor(private readonly live: LiveDelivery) {}

  get firstByteMs(): number | undefined {
    return this.live.firstByteMs;
  }

  get lastByteMs(): number | undefined {
    return this.live.lastByteMs;
  }

  get headBytes(): number {
    return this.live.headBytes;
  }

  get bodyBytes(): number {
    return this.live.bodyBytes;
  }
}

/** An exchange that entered the journal when its request arrived. */
export interface EnteredExchange {
  readonly sandbox: string;
  readonly id: MaybePromise<number>;
  readonly delivery: LiveDelivery;
}

const nothingSent: SentBytes = { headBytes: 0, bodyBytes: 0 };
