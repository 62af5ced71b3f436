import { internalPrefix } from '../../mock/internal-prefix.js';
import { AccessLines } from './access-lines.js';
import type { AccessLog } from './access-log.js';

/** Limit of the wait for the last lines, in milliseconds. */
const timeoutMs = 2000;

/** One answered request, for a person who watches. */
export interface AnsweredRequest {
  /** Undefined for one that could not be read. */
  readonly method?: string;
  /** Without its query. */
  readonly path?: string;
  /** Undefined where the connection was broken before a status went out. */
  readonly status?: number;
  /** Milliseconds until the response was sent. */
  readonly durationMs?: number;
  readonly sandbox?: string;
  /** The scenarios that applied, between commas; empty for none. */
  readonly scenario?: string;
  /** The break of the connection by a scenario. */
  readonly fault?: string;
}

/** A log that hands each request of the service to a function; what belongs to Drydock itself is left out. */
export function requestLines(tell: (request: AnsweredRequest) => void): AccessLog {
  const lines = new AccessLines((fields) => {
    const request = fields as AnsweredRequest;
    if (!request.path?.startsWith(internalPrefix)) tell(request);
  });
  return {
    follow: (request, response) => lines.follow(request, response),
    describe: (response, exchange) => lines.describe(response, exchange),
    refused: (socket, status) => lines.refused(socket, status),
    close: () => lines.settled(timeoutMs),
  };
}

/** Writes to both logs, or to the one that there is. */
export function bothLogs(one: AccessLog | undefined, other: AccessLog | undefined): AccessLog | undefined {
  if (!one || !other) return one ?? other;
  return {
    follow: (request, response) => {
      one.follow(request, response);
      other.follow(request, response);
    },
    describe: (response, exchange) => {
      one.describe(response, exchange);
      other.describe(response, exchange);
    },
    refused: (socket, status) => {
      one.refused(socket, status);
      other.refused(socket, status);
    },
    close: async () => {
      await Promise.all([one.close(), other.close()]);
    },
  };
}
