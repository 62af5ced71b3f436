/**
 * Requests that arrive in one turn of the event loop are answered together at its end: a stage takes all of them before
 * the next one begins, and their answers go out one behind the other. So the processor runs the same code many times while
 * it is in its caches, and a client's process that is woken by an answer finds more. A request that is alone waits for
 * nothing, and each keeps its place: stages take them in the order of their arrival.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { StoreUnavailableError } from '../../state/store-unavailable.js';
import { refusal, storeUnavailable } from '../../mock/answers.js';
import { createExchange } from '../../mock/create-exchange.js';
import type { Answer, Exchange, RequestBody } from '../../mock/exchange.js';
import { sendAnswers } from './send-answers.js';
import type { Answered } from './send-answers.js';
import { stages } from '../../mock/stages/stages.js';
import type { ServerContext } from '../server-context.js';

/** A request that has been read. */
export interface Arrival {
  readonly context: ServerContext;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: RequestBody;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The same moment on a clock that never jumps, in milliseconds. */
  readonly elapsed: number;
}

/** A request on its way through the stages. */
interface Visit {
  readonly context: ServerContext;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  answer: Answer | undefined;
  /** Whether a stage waits for something; the rest happens without the others. */
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
  for (let at = 0; at < stages.length; at += 1) {
    for (const visit of visits) if (visit.answer === undefined && !visit.isLate) pass(visit, at);
  }
  const answered: Answered[] = [];
  for (const visit of visits) {
    if (visit.isLate) continue;
    visit.answer ??= failed(visit, new Error('No stage answered'));
    answered.push(visit as Answered);
  }
  sendAnswers(answered);
}

function begin({ context, request, response, body, time, elapsed }: Arrival): Visit | undefined {
  try {
    const exchange = createExchange(context, request, body, time, elapsed);
    return { context, response, exchange, answer: undefined, isLate: false };
  } catch (cause) {
    context.log(`Failed to read ${request.method ?? ''} ${request.url ?? ''}: ${String(cause)}`);
    response.destroy();
    return undefined;
  }
}

/** Nothing that a request holds makes this throw. */
function pass(visit: Visit, at: number): void {
  try {
    const answer = stages[at]?.(visit.exchange);
    if (!(answer instanceof Promise)) {
      visit.answer = answer;
      return;
    }
    visit.isLate = true;
    void passRest(visit, answer, at + 1).then((late) => {
      sendAnswers([{ ...visit, answer: late }]);
    });
  } catch (cause) {
    visit.answer = failed(visit, cause);
  }
}

async function passRest(visit: Visit, pending: Promise<Answer | undefined>, from: number): Promise<Answer> {
  try {
    let answer = await pending;
    for (let at = from; at < stages.length && answer === undefined; at += 1)
      answer = await stages[at]?.(visit.exchange);
    return answer ?? failed(visit, new Error('No stage answered'));
  } catch (cause) {
    return failed(visit, cause);
  }
}

/** A failure inside is a 500 in the document's error shape, with one line in the log. */
function failed({ context, exchange }: Visit, cause: unknown): Answer {
  if (cause instanceof StoreUnavailableError) return storeUnavailable(exchange, cause);
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  context.log(`Failed to answer ${exchange.method} ${exchange.path}: ${reason}`);
  return refusal(exchange, 500, 'Internal server error', ['The server could not answer; try again later']);
}
