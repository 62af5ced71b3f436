import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem } from '../contract/problem-text.js';
import type { MaybePromise } from '../state/state.js';
import { StoreAwayError } from '../state/store-away.js';
import { refusal, storeAway } from './answers.js';
import { isPreflight, preflightHeaders } from './cors.js';
import { noParameters } from './exchange.js';
import type { Answer, Exchange, RequestBody, Stage } from './exchange.js';
import { forcedAnswer } from './apply-effect.js';
import { planScenario } from './plan-scenario.js';
import type { PlannedScenario } from './plan-scenario.js';
import { sendAnswer } from './send-answer.js';
import type { Surroundings } from './surroundings.js';
import type { Refusal } from '../scenarios/choose-scenario.js';
import { readBody } from './read-body.js';
import { maxBodyBytes } from './stages/check-media-type.js';

/**
 * Reads a request, takes it through the stages and sends the answer. Nothing that a request holds makes it throw: a
 * failure inside is a 500 in the document's error shape, with one line in the log.
 */
export function handleRequest(
  surroundings: Surroundings,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (isPreflight(request.method, request.headers)) {
    response.writeHead(204, preflightHeaders(request.headers)).end();
    return;
  }
  readBody(request, maxBodyBytes, (body) => {
    const exchange = createExchange(surroundings, request, body);
    let answer: MaybePromise<Answer>;
    try {
      answer = answerTo(exchange, request.httpVersion);
    } catch (cause) {
      answer = failed(surroundings, exchange, cause);
    }
    if (!(answer instanceof Promise)) {
      sendAnswer(surroundings, response, exchange, answer);
      return;
    }
    void answer
      .catch((cause: unknown) => failed(surroundings, exchange, cause))
      .then((late) => {
        sendAnswer(surroundings, response, exchange, late);
      });
  });
}

const noProblems: readonly Problem[] = [];

/** What the scenario forces, or what the stages answer. */
function answerTo(exchange: Exchange, httpVersion: string): MaybePromise<Answer> {
  if (exchange.headers.host === undefined && httpVersion === '1.1') {
    return refusal(exchange, 400, 'The request is not valid', ['The Host header is required in HTTP/1.1']);
  }
  const plan = planScenario(exchange);
  return plan instanceof Promise
    ? plan.then((late) => answerWith(exchange, late))
    : answerWith(exchange, plan);
}

function answerWith(exchange: Exchange, plan: PlannedScenario | Refusal | undefined): MaybePromise<Answer> {
  if (!plan) return passStages(exchange.mock.stages, exchange, 0);
  if ('refused' in plan) return refusal(exchange, 400, plan.message, plan.errors);
  exchange.scenario = plan;
  return forcedAnswer(exchange, plan.effect) ?? passStages(exchange.mock.stages, exchange, 0);
}

function createExchange(
  surroundings: Surroundings,
  request: IncomingMessage,
  requestBody: RequestBody,
): Exchange {
  const mock = surroundings.mock();
  const { headers } = request;
  const method = request.method ?? 'GET';
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  const match = mock.routes.find(method, path);
  const identity = mock.identify(headers, query);
  const origin = mock.publicUrl ?? originOf(headers.host) ?? surroundings.ownOrigin();
  return {
    mock,
    method,
    path,
    query,
    headers,
    origin,
    requestBody,
    match,
    identity,
    arrivedAt: Date.now(),
    arrivedElapsed: performance.now(),
    parameters: noParameters,
    value: undefined,
    problems: noProblems,
    quota: undefined,
    scenario: undefined,
    dynamic: false,
  };
}

let latestHost: string | undefined;
let latestOrigin: string | undefined;

/** The origin that the client used, when its Host is plain enough to stand in a URL. */
function originOf(host: string | undefined): string | undefined {
  // Nearly every request has the Host of the one before.
  if (host === latestHost) return latestOrigin;
  latestHost = host;
  latestOrigin =
    host !== undefined && /^([\w.-]{1,253}|\[[\da-fA-F:.]{2,45}\])(:\d{1,5})?$/.test(host)
      ? `http://${host}`
      : undefined;
  return latestOrigin;
}

function passStages(stages: readonly Stage[], exchange: Exchange, from: number): MaybePromise<Answer> {
  for (let index = from; index < stages.length; index += 1) {
    const answer = stages[index]?.(exchange);
    if (answer instanceof Promise)
      return answer.then((late) => late ?? passStages(stages, exchange, index + 1));
    if (answer) return answer;
  }
  throw new Error('No stage answered');
}

function failed(surroundings: Surroundings, exchange: Exchange, cause: unknown): Answer {
  if (cause instanceof StoreAwayError) return storeAway(exchange, cause);
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  surroundings.log(`Failed to answer ${exchange.method} ${exchange.path}: ${reason}`);
  return refusal(exchange, 500, 'Internal server error', ['The server could not answer; try again later']);
}
