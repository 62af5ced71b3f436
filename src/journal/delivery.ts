import type { components } from '../contract/generated/control-api.js';

/** The end of a response; the control API's document explains each. */
export type Ending = NonNullable<components['schemas']['Ending']>;

/** Who answered; the control API's document explains each. */
export type AnsweredBy = NonNullable<components['schemas']['AnsweredBy']>;

/** The part of a response that left. Numbers of a pending exchange grow until it ends. */
export interface Delivery {
  /** Milliseconds from the request's arrival until the first byte; undefined where none left. */
  readonly firstByteMs: number | undefined;
  /** Milliseconds until the last byte that has left, as far as is known; undefined where none left. */
  readonly lastByteMs: number | undefined;
  /** Bytes of status line, headers and the framing of chunks; 0 where no status went out. */
  readonly headBytes: number;
  /** Bytes of the body on the wire, or of what was sent in place of a response. */
  readonly bodyBytes: number;
  /** Undefined while the exchange is pending. */
  readonly ending: Ending | undefined;
}

/** A delivery as it is now: that of a pending exchange changes. */
export function deliveryNow(delivery: Delivery): Delivery {
  // In this order: with the first bytes comes the time at which they left.
  const { headBytes, bodyBytes } = delivery;
  const { firstByteMs, lastByteMs, ending } = delivery;
  return { firstByteMs, lastByteMs, headBytes, bodyBytes, ending };
}

/** A body, or as much of it as is kept. */
interface Body {
  readonly bytes: Uint8Array;
  /** Its whole size in bytes. */
  readonly size: number;
}

/** The part of a body that left. */
export function sentPart<Kept extends Body>(
  body: Kept,
  { bodyBytes }: Pick<Delivery, 'bodyBytes'>,
): Kept | Body {
  if (bodyBytes >= body.size) return body;
  return { bytes: body.bytes.subarray(0, bodyBytes), size: bodyBytes };
}

/** The status that a client may have seen: 0 where none left, or none yet. */
export function sentStatus(entry: {
  readonly response: { readonly status: number };
  readonly delivery: Pick<Delivery, 'headBytes'>;
}): number {
  return entry.delivery.headBytes > 0 ? entry.response.status : 0;
}

const clockBegan = Date.now() - performance.now();

/**
 * The time of `performance.now()` as milliseconds since 1970, which never jump. @param elapsed on that clock
 */
export function sharedElapsed(elapsed: number): number {
  // Older versions of React Native don't tell when their clock began.
  return ((performance.timeOrigin as number | undefined) ?? clockBegan) + elapsed;
}

/** The duration of an exchange: until its end, or until now while it is pending. @param elapsed of its arrival */
export function durationNow(elapsed: number, durationMs: number, { ending }: Delivery): number {
  if (ending !== undefined) return durationMs;
  return Math.max(durationMs, sharedElapsed(performance.now()) - elapsed);
}

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
    const more = now.headBytes + now.bodyBytes - this.sent.headBytes - this.sent.bodyBytes;
    if (more >= 0) this.sent = now;
    if (more > 0) {
      this.lastByteMs = this.sinceArrival();
      this.firstByteMs ??= this.lastByteMs;
    }
    return this.sent;
  }

  /**
   * Says how the response ended; only the first word counts.
   *
   * @param sent default: what was measured
   * @returns whether it was the first
   */
  end(ending: Ending, sent = this.update()): boolean {
    if (this.ending !== undefined) return false;
    this.measure = undefined;
    this.ending = ending;
    this.durationMs = this.sinceArrival();
    if (sent.headBytes + sent.bodyBytes > 0) {
      this.firstByteMs ??= this.durationMs;
      if (sent !== this.sent) this.lastByteMs = this.durationMs;
    }
    this.sent = sent;
    this.whenEnded?.();
    return true;
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

const nothingSent: SentBytes = { headBytes: 0, bodyBytes: 0 };
