/**
 * The access log: a JSON line for each answered request, for those who run the mock for others. It holds neither headers,
 * queries nor bodies, so no key can be in it. The request path only takes a note; the line is made when the answer is out.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Exchange } from '../../mock/exchange/exchange.js';

export interface AccessLog {
  /** Follows a request until its answer is sent or its client is gone; then its line is written. */
  follow(request: IncomingMessage, response: ServerResponse): void;
  /** Says what the service made of a request that is followed. */
  describe(response: ServerResponse, exchange: Exchange): void;
  /** Writes the line of what was answered without ever becoming a request. */
  refused(socket: Duplex, status: number): void;
  /** Writes what is still to be written. */
  close(): Promise<void>;
}
