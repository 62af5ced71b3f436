/**
 * Limits on the connections and time that one client may take. The names and meanings are those of Node's http.Server
 * where it has them; times are in milliseconds.
 */
import type { Server, ServerOptions as NodeOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { OptionError } from '../../contract/option-error.js';
import type { SentBytes } from '../../journal/delivery.js';
import type { mockOptions } from '../../options/mock-options.js';
import type { ReadOptions } from '../../options/option-types.js';

type GivenLimits = ReadOptions<typeof mockOptions>['limits'];

export type ConnectionLimits = Required<GivenLimits>;

/** @throws OptionError for limits that contradict each other */
export function connectionLimits(given: GivenLimits): ConnectionLimits {
  const { requestTimeout } = given;
  const headersTimeout = given.headersTimeout ?? Math.min(20_000, requestTimeout);
  if (headersTimeout <= requestTimeout) return { ...given, headersTimeout };
  throw new OptionError(
    `The headers timeout must not be above the request timeout, as headers are a part of the request, got ${headersTimeout} and ${requestTimeout}.`,
  );
}

/** The limits that are options of Node's createServer. */
export function nodeLimits(limits: ConnectionLimits): NodeOptions {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = limits;
  return {
    ...{ headersTimeout, requestTimeout, keepAliveTimeout },
    connectionsCheckingInterval: Math.max(50, Math.min(5_000, headersTimeout / 4)),
  };
}

/** Sets the limits that are no options of createServer. @param log called once when connections are refused */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  log: (line: string) => void,
): void {
  server.maxConnections = limits.maxConnections;
  server.once('drop', () => {
    log(
      `More than ${limits.maxConnections} connections at once; further ones are closed (--max-connections sets the limit).`,
    );
  });
  server.timeout = limits.writeTimeout;
  server.on('timeout', cutIdle);
}

/** Connections that were closed because nothing moved on them. */
export const timedOut = new WeakSet<Socket>();

/** The refusals that were written to connections in place of the responses to their last requests. */
export const refusals = new WeakMap<Duplex, SentBytes & { readonly status: number }>();

/**
 * Node calls this when a connection was idle. One that waits for a response stays open, as scenarios delay responses on
 * purpose; one that does not read what was sent to it, or that is not used any more, is closed.
 */
function cutIdle(socket: Socket): void {
  const isWaiting = Boolean((socket as Socket & { _httpMessage?: unknown })._httpMessage);
  if (isWaiting && socket.writableLength === 0) return;
  timedOut.add(socket);
  socket.destroy();
}
