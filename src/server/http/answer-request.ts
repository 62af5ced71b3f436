/**
 * Requests that arrive in one turn of the event loop are answered at its end, in the order of their arrival, and their responses
 * are written together: a write may wake the client's process, and with work between the writes it would be woken for each one.
 */
import type { ServerResponse } from 'node:http';
import type { ReceivedRequest } from '../../mock/exchange/request.js';
import { createExchange, passStages } from '../../mock/stages/serve-request.js';
import type { ServerContext } from '../server-context.js';
import { waitingBytes } from './connection-load.js';
import { sendResponses, type ReadyResponse } from './send-responses.js';

/** A request that has been read. */
export interface Arrival {
  readonly context: ServerContext;
  readonly response: ServerResponse;
  readonly request: ReceivedRequest;
}

const arrivals: Arrival[] = [];

/** Answers a request at the end of this turn. */
export function answerRequest(arrival: Arrival): void {
  if (arrivals.length === 0) {
    setImmediate(() => {
      const ready = arrivals.splice(0).map(answered);
      sendResponses(ready.filter((each) => each !== undefined));
    });
  }
  arrivals.push(arrival);
}

/** @returns the response, unless a stage waits for something: then it is sent later, without the others */
function answered({ context, response, request }: Arrival): ReadyResponse | undefined {
  try {
    const exchange = createExchange(context.serving.mock, request, context.origins.own);
    const answer = passStages(exchange, context.log);
    if (!(answer instanceof Promise)) return { context, response, exchange, answer };
    const load = context.loads.of(response.req.socket);
    load.hold(exchange, waitingBytes + request.body.bytes.length);
    void answer.then((late) => {
      load.release(exchange);
      sendResponses([{ context, response, exchange, answer: late }]);
    });
  } catch (cause) {
    context.log(`Failed to read ${request.method} ${request.target}: ${String(cause)}`);
    response.destroy();
  }
  return undefined;
}
