/**
 * The access log: a JSON line for each answered request, for those who run the mock for others. It has no headers,
 * queries or bodies, so no key can be in it. Lines are made after the response is sent, not while a request is served.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Exchange } from '../../mock/exchange/exchange.js';

export interface AccessLog {
  /** Follows a request until its response is sent or its client is gone; then its line is written. */
  follow(request: IncomingMessage, response: ServerResponse): void;
  /** Adds what the service knows about a followed request. */
  describe(response: ServerResponse, exchange: Exchange): void;
  /** Writes the line of a malformed request, which was refused before it became one. */
  refused(socket: Duplex, status: number): void;
  /** Writes the lines that are still pending. */
  close(): Promise<void>;
}
