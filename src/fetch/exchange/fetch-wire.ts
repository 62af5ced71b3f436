import { longestHoldMs, type FaultWire } from '../../scenarios/faults/fault-wire.js';
import { joined } from '../../scenarios/faults/sent-by-fault.js';
import type { Ending, LiveDelivery } from '../../journal/delivery.js';
import { abortReason, hasBodyStreams } from './react-native.js';
import type { Timers } from './timers.js';

/** The client that waits for a response. */
export interface Client {
  /** Aborted when the client gives up. */
  readonly signal: AbortSignal;
  /** Node's Request follows the signal that it was given by a weak reference: once it is collected, the abort never arrives. */
  readonly requests: readonly unknown[];
}

/** Sends the head: makes the response out of a body that may still come. */
export type SendHead = (
  contentLength: number,
  body: ReadableStream<Uint8Array> | Uint8Array | null,
) => Response;

/**
 * A connection as fetch shows it: without a whole head a network error, a TypeError; behind it a body that ends, breaks off with
 * an error, or never ends. What is sent beyond the announced length is never read.
 */
export class FetchWire implements FaultWire {
  readonly response: Promise<Response>;
  private resolve!: (response: Response) => void;
  private reject!: (reason: unknown) => void;
  private stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** The bytes that have come, where a body can't stream: then the response is made of all of them. */
  private parts: Uint8Array[] | undefined;
  private announced = 0;
  private hasHead = false;
  private isOver = false;
  /** Breaks the body off, once what it has is read: an error takes from a stream what is still in it. */
  private breakOff: (() => void) | undefined;
  /** Bytes of the announced length that are still to come. */
  private left = 0;
  private heldMs = 0;
  private sentHeadBytes = 0;

  /**
   * @param hasBody false for the response to HEAD
   * @param headBytes of the head, were it written as HTTP/1.1
   * @param delivery learns what the client is given, and how it ends
   */
  constructor(
    private readonly head: SendHead,
    private readonly timers: Timers,
    private readonly client: Client,
    private readonly hasBody: boolean,
    private readonly headBytes: number,
    private readonly delivery: LiveDelivery,
  ) {
    delivery.measureWith(() => ({
      headBytes: this.sentHeadBytes,
      bodyBytes: this.hasBody && !this.parts ? this.announced - this.left : 0,
    }));
    this.response = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Whoever asked has gone when a fault breaks what he no longer reads.
    this.response.catch(() => undefined);
  }

  sendHead(contentLength: number): void {
    this.hasHead = true;
    this.sentHeadBytes = hasBodyStreams() ? this.headBytes : 0;
    this.left = this.announced = contentLength;
    if (hasBodyStreams()) this.resolve(this.head(contentLength, this.hasBody ? this.openStream() : null));
    else this.parts = [];
    if (!this.hasBody || contentLength === 0) this.finish();
  }

  private openStream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.stream = controller;
      },
      pull: () => this.breakOff?.(),
      cancel: () => {
        this.isOver = true;
        this.delivery.end('left');
      },
    });
  }

  send(bytes: Uint8Array): void {
    if (!this.hasHead || this.isOver) return;
    const part = bytes.slice(0, this.left);
    this.left -= part.length;
    if (part.length > 0) {
      this.stream?.enqueue(part);
      this.parts?.push(part);
    }
    if (this.left === 0) this.finish();
  }

  finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.stream?.close();
    if (this.parts) {
      this.resolve(this.head(this.announced, this.hasBody ? joined(this.parts) : null));
      this.parts = undefined;
      this.sentHeadBytes = this.headBytes;
    }
    this.delivery.end('complete');
  }

  reset(): void {
    this.fail(networkError('the connection was reset', 'ECONNRESET'), 'reset');
  }

  close(): Promise<void> {
    const ending = this.sentHeadBytes > 0 ? 'cut' : 'closed';
    this.fail(networkError('the connection was closed', 'UND_ERR_SOCKET'), ending);
    return Promise.resolve();
  }

  async hold(): Promise<void> {
    await this.wait(Infinity);
    await this.close();
  }

  async wait(ms: number): Promise<boolean> {
    const leftMs = longestHoldMs - this.heldMs;
    this.heldMs += ms;
    const { signal } = this.client;
    await this.timers.wait(Math.min(ms, leftMs), signal);
    if (signal.aborted) this.fail(abortReason(signal), 'left');
    else if (ms > leftMs) this.delivery.end('held');
    return !this.isOver && ms <= leftMs;
  }

  /** Breaks off what has not ended. */
  private fail(reason: unknown, ending: Ending): void {
    if (this.isOver) return;
    this.isOver = true;
    this.delivery.end(ending);
    if (!this.hasHead || this.parts) {
      this.reject(reason);
      return;
    }
    const isRead = (this.stream?.desiredSize ?? 1) > 0;
    if (isRead || ending === 'left') this.stream?.error(reason);
    else this.breakOff = () => this.stream?.error(reason);
  }
}

/** Makes the error of fetch for a missing response; Node puts the reason into `cause`, so it is there as well. */
function networkError(reason: string, code: string): TypeError {
  const cause = Object.assign(new Error(`A scenario of the mock made this: ${reason}`), { code });
  return new TypeError('fetch failed', { cause });
}
