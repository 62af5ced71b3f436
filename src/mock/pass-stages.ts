import { StoreUnavailableError } from '../state/store-unavailable.js';
import type { MaybePromise } from '../state/state.js';
import { errorResponse, storeUnavailable } from './exchange/error-response.js';
import type { Exchange } from './exchange/exchange.js';
import type { MockResponse } from './exchange/response.js';
import { stages } from './stages/stages.js';

/** Writes a line to the terminal. */
export type Log = (line: string) => void;

/**
 * Takes an exchange through the stages until one of them responds. Never throws: a failure becomes a 500 in the document's
 * error shape and a line in the log.
 *
 * @param from index of the first stage to pass
 */
export function passStages(exchange: Exchange, log: Log, from = 0): MaybePromise<MockResponse> {
  for (let index = from; index < stages.length; index += 1) {
    const response = passStage(exchange, log, index);
    if (response instanceof Promise) return continueAfter(response, exchange, log, index + 1);
    if (response) return response;
  }
  return failureResponse(exchange, log, new Error('No stage responded'));
}

/** Takes an exchange through one stage; undefined lets it pass. Never throws and never rejects. */
export function passStage(
  exchange: Exchange,
  log: Log,
  index: number,
): MaybePromise<MockResponse | undefined> {
  try {
    const response = stages[index]?.(exchange);
    if (!(response instanceof Promise)) return response;
    return response.catch((cause: unknown) => failureResponse(exchange, log, cause));
  } catch (cause) {
    return failureResponse(exchange, log, cause);
  }
}

async function continueAfter(
  pending: Promise<MockResponse | undefined>,
  exchange: Exchange,
  log: Log,
  from: number,
): Promise<MockResponse> {
  return (await pending) ?? passStages(exchange, log, from);
}

function failureResponse(exchange: Exchange, log: Log, cause: unknown): MockResponse {
  if (cause instanceof StoreUnavailableError) return storeUnavailable(exchange, cause);
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  log(`Failed to answer ${exchange.method} ${exchange.path}: ${reason}`);
  return errorResponse(exchange, 500, 'Internal server error', [
    'The server could not answer; try again later',
  ]);
}
