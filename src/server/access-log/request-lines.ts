import { internalPrefix } from '../../mock/internal-prefix.js';
import { AccessLines } from './access-lines.js';
import type { AccessLog } from './access-log.js';

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
  return new AccessLines((fields) => {
    const request = fields as AnsweredRequest;
    if (!request.path?.startsWith(internalPrefix)) tell(request);
  });
}

/** Writes to each log that there is. */
export function allLogs(given: readonly (AccessLog | undefined)[]): AccessLog | undefined {
  const logs = given.filter((log) => log !== undefined);
  if (logs.length < 2) return logs[0];
  return {
    follow: (request, response) => {
      for (const log of logs) log.follow(request, response);
    },
    describe: (response, exchange) => {
      for (const log of logs) log.describe(response, exchange);
    },
    refused: (socket, status) => {
      for (const log of logs) log.refused(socket, status);
    },
    close: async () => {
      await Promise.all(logs.map((log) => log.close()));
    },
  };
}
