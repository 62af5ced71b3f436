import type { Delivery } from '../../journal/delivery.js';
import type { BrokenResponse } from '../../journal/journal-entry.js';
import type { HeldBody } from './held-body.js';
import type { ProxyExchange } from './proxy-exchange.js';

/** The head of a response, as the target sent it. */
export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  /** Names and values in turn, without those of the connection. */
  readonly fields: readonly string[];
  /** In which codings the body came over the wire; undefined where it came as it is. */
  readonly transferEncoding: string | undefined;
}

/** The client's response, if it differs from the target's. */
export interface ChangedAnswer {
  readonly status: number;
  readonly fields: readonly string[];
  readonly body: Uint8Array;
  readonly broken?: BrokenResponse | undefined;
}

/** The outcome of a forwarded request. */
export interface Outcome {
  /** Of the target's response; undefined where none came. */
  readonly answer?: ResponseHead;
  /** The fields of the target's response as the client got them, where no scenario changed them. */
  readonly fields?: readonly string[];
  /** The reason why none came, a phrase, and whether the target was there and is to blame. */
  readonly noAnswer?: { readonly reason: string; readonly isItsFault: boolean };
  /** The break of HTTP in the target's message, a phrase; undefined if there is none. */
  readonly problem?: string | undefined;
  readonly changed?: ChangedAnswer | undefined;
  /** True if the client went away before the end of the response. */
  readonly isLeft?: boolean;
}

/** An exchange that is over, without its connections. */
export interface FinishedExchange extends Pick<
  ProxyExchange,
  'context' | 'exchange' | 'fields' | 'responseBody'
> {
  readonly body: HeldBody;
  readonly outcome: Outcome;
  /** The part of the response that left for the client, and its end. */
  readonly delivery: Delivery;
  readonly durationMs: number;
}
