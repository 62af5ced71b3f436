/** Requests and responses of the control API, as any HTTP server can give and take them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { EventSink } from './events/event-feed.js';

/** Bodies larger than this are refused with 413, in bytes (256 KiB). */
export const maxControlBodyBytes = 262_144;

/** Facts that decide who may call. */
export interface CallerFacts {
  /** Upper case. */
  readonly method: string;
  /** Below the prefix and without the query, such as `/scenarios`. */
  readonly path: string;
  /** Without its `?`. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
}

export interface ControlRequest extends CallerFacts {
  /** Reads the body; called at most once, and not for a request that is refused unread. @param maxBytes of a whole body */
  readonly readBody: (
    maxBytes: number,
  ) => Promise<{ readonly bytes: Uint8Array; readonly tooLarge: boolean }>;
}

export interface ControlResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text, or what writes events for as long as the reader stays; undefined for none. */
  readonly body: string | ((sink: EventSink) => void) | undefined;
}
