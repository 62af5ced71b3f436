import type { BrokenResponse } from '../../journal/journal-entry.js';
import type { Exchange } from '../../mock/exchange/exchange.js';
import type { ServerContext } from '../../server/server-context.js';
import type { HeldBody } from './held-body.js';

/** The head of a response, as the target sent it. */
export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  /** Names and values in turn, without those of the connection. */
  readonly fields: readonly string[];
  /** In which codings the body came over the wire; undefined where it came as it is. */
  readonly transferEncoding: string | undefined;
}

/** What the target sent. */
export interface TargetAnswer extends ResponseHead {
  readonly body: HeldBody;
}

/** Why no response came. */
export interface NoAnswer {
  /** A phrase. */
  readonly reason: string;
  /** Whether the target was there, and is to blame. */
  readonly isItsFault: boolean;
}

/** What the client got, where that is something else. */
export interface ChangedAnswer {
  readonly status: number;
  readonly fields: readonly string[];
  readonly body: Uint8Array;
  readonly broken: BrokenResponse | undefined;
}

/** What became of a request that was forwarded. */
export interface Outcome {
  /** Undefined where no response came. */
  readonly answer: TargetAnswer | undefined;
  readonly noAnswer?: NoAnswer;
  /** How the message of the target breaks HTTP, a phrase; undefined where it does not. */
  readonly problem?: string | undefined;
  readonly changed?: ChangedAnswer;
  /** Whether the client went away before the end of the response. */
  readonly isLeft?: boolean;
  readonly durationMs: number;
}

/** An exchange that is over, without its connections. */
export interface FinishedExchange {
  readonly context: ServerContext;
  readonly exchange: Exchange;
  /** The fields of the request as they went to the target, names and values in turn. */
  readonly fields: readonly string[];
  readonly body: HeldBody;
  readonly outcome: Outcome;
}
