/**
 * What one client may take from the others: connections and time. The names and meanings are those of Node's http.Server
 * where it has them; times are in milliseconds.
 */
import type { Server, ServerOptions as NodeOptions } from 'node:http';
import type { Socket } from 'node:net';
import { OptionError } from '../../contract/option-error.js';

export interface ConnectionLimits {
  /** Connections at the same time; one more is closed at once. */
  readonly maxConnections: number;
  /** For the headers of a request to arrive. */
  readonly headersTimeout: number;
  /** For a whole request to arrive. */
  readonly requestTimeout: number;
  /** For the next request to begin on a connection that is kept. */
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

/** The limits as Node takes them when it makes a server. */
export function nodeLimits(limits: ConnectionLimits): NodeOptions {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = limits;
  return {
    ...{ headersTimeout, requestTimeout, keepAliveTimeout },
    connectionsCheckingInterval: Math.max(50, Math.min(5_000, headersTimeout / 4)),
  };
}

/** Sets the limits that a server has no option for. @param log told once that connections are refused */
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
 * Node says that nothing moved on a connection. One that waits for an answer is left alone, as scenarios answer late on
 * purpose; one that does not read what waits for it, or that is kept without being used, is cut.
 */
function cutIdle(socket: Socket): void {
  const isWaiting = Boolean((socket as Socket & { _httpMessage?: unknown })._httpMessage);
  if (!isWaiting || socket.writableLength > 0) socket.destroy();
}
