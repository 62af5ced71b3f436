/**
 * Requests that arrive in one turn of the event loop are answered together at its end: a stage takes all of them before the
 * next one begins, and their responses are written together. So the processor runs the same code many times while it is in its
 * caches, and a client's process that is woken by a response finds more. A request that is alone waits for nothing, and each
 * keeps its place: stages take them in the order of their arrival. Leans on nothing but `setImmediate`.
 */
import type { ServerResponse } from 'node:http';
import type { Exchange } from '../../../mock/exchange/exchange.js';
import type { ReceivedRequest } from '../../../mock/exchange/request.js';
import type { MockResponse } from '../../../mock/exchange/response.js';
import { createExchange, passStage, passStages, stages } from '../../../mock/stages/serve-request.js';
import type { ServerContext } from '../../server-context.js';
import { waitingBytes } from '../connection-load.js';
import { sendResponses } from '../send-responses.js';
import type { ReadyResponse } from '../send-responses.js';

/** A request that has been read. */
export interface Arrival {
  readonly context: ServerContext;
  readonly response: ServerResponse;
  readonly request: ReceivedRequest;
}

/** A request on its way through the stages. */
interface Visit {
  readonly context: ServerContext;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  answer: MockResponse | undefined;
  /** True if a stage waits for something; the rest happens without the others. */
  isLate: boolean;
}

const arrivals: Arrival[] = [];

/** Answers a request at the end of this turn, or at once without the trick `together`. */
export function answerTogether(arrival: Arrival): void {
  if (!arrival.context.tricks.has('together')) {
    answerArrivals([arrival]);
    return;
  }
  if (arrivals.length === 0) {
    setImmediate(() => {
      answerArrivals(arrivals.splice(0));
    });
  }
  arrivals.push(arrival);
}

function answerArrivals(arrived: readonly Arrival[]): void {
  const visits: Visit[] = [];
  for (const arrival of arrived) {
    const visit = begin(arrival);
    if (visit) visits.push(visit);
  }
  for (let index = 0; index < stages.length; index += 1) {
    for (const visit of visits) if (visit.answer === undefined && !visit.isLate) pass(visit, index);
  }
  sendResponses(visits.filter((visit): visit is Visit & ReadyResponse => visit.answer !== undefined));
}

function begin({ context, response, request }: Arrival): Visit | undefined {
  try {
    const exchange = createExchange(context.serving.mock, request, context.origins.own);
    return { context, response, exchange, answer: undefined, isLate: false };
  } catch (cause) {
    context.log(`Failed to read ${request.method} ${request.target}: ${String(cause)}`);
    response.destroy();
    return undefined;
  }
}

function pass(visit: Visit, index: number): void {
  const { context, response, exchange } = visit;
  const answer = passStage(exchange, context.log, index);
  if (!(answer instanceof Promise)) {
    visit.answer = answer;
    return;
  }
  visit.isLate = true;
  const load = context.loads.of(response.req.socket);
  load.hold(visit, waitingBytes + exchange.request.body.bytes.length);
  void answer
    .then((late) => late ?? passStages(exchange, context.log, index + 1))
    .then((late) => {
      load.release(visit);
      sendResponses([{ context, response, exchange, answer: late }]);
    });
}
