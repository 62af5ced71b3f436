/**
 * Limits on the connections and time that one client may take. The names and meanings are those of Node's http.Server
 * where it has them; times are in milliseconds.
 */
import type { Server, ServerOptions as NodeOptions } from 'node:http';
import type { Socket } from 'node:net';
import { OptionError } from '../../contract/option-error.js';

export interface ConnectionLimits {
  /** Simultaneous connections; further ones are closed at once. */
  readonly maxConnections: number;
  /** For the headers of a request to arrive. */
  readonly headersTimeout: number;
  /** For a whole request to arrive. */
  readonly requestTimeout: number;
  /** For the next request to begin on a keep-alive connection. */
  readonly keepAliveTimeout: number;
  /** For a client to take some of the bytes that wait for it. */
  readonly writeTimeout: number;
}

const defaultLimits: ConnectionLimits = {
  maxConnections: 16_384,
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  writeTimeout: 60_000,
};

/** @throws OptionError for limits that contradict each other */
export function connectionLimits(given: Partial<ConnectionLimits> = {}): ConnectionLimits {
  const limits = { ...defaultLimits, ...given };
  const { headersTimeout, requestTimeout } = limits;
  if (headersTimeout <= requestTimeout) return limits;
  if (given.headersTimeout === undefined) return { ...limits, headersTimeout: requestTimeout };
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

/**
 * Node calls this when a connection was idle. One that waits for a response stays open, as scenarios delay responses on
 * purpose; one that does not read what was sent to it, or that is not used any more, is closed.
 */
function cutIdle(socket: Socket): void {
  const isWaiting = Boolean((socket as Socket & { _httpMessage?: unknown })._httpMessage);
  if (!isWaiting || socket.writableLength > 0) socket.destroy();
}
