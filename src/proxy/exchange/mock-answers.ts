import { isTlsError } from '../../conformance/target/network-error.js';
import { responseHeaders, type MockResponse } from '../../mock/exchange/response.js';
import { errorResponse } from '../../mock/exchange/error-response.js';
import { firstOwnStage, passStages } from '../../mock/stages/serve-request.js';
import { askForBody } from '../../server/http/expect-continue.js';
import { sendResponses } from '../../server/http/send-responses.js';
import type { Route } from '../target/routes.js';
import type { Unreachable } from './forwarding.js';
import type { Outcome } from './outcome.js';
import type { ProxyExchange } from './proxy-exchange.js';
import { sendBody } from './sent-to-client.js';

/**
 * Says on a response of a proxy that the target did not send it: `mock; operation`, `mock; status=404` or `mock; unreachable` where
 * the mock answered instead, `proxy; CODE` where the proxy itself did. A scenario's response has `X-Mock-Scenario`.
 */
const answerHeader = 'X-Mock-Answer';

/** Sends a response that the mock's stages made, with what a scenario does to it, and records it. */
export function sendOwn({ context, response, exchange, body }: ProxyExchange, answer: MockResponse): void {
  const isMarked = exchange.answeredBy === 'scenario' || answer.headers[answerHeader] !== undefined;
  body.discard();
  sendResponses([
    { context, response, exchange, answer: isMarked ? answer : marked(answer, 'proxy; refused') },
  ]);
}

/** Lets the mock answer instead of the target. @param why what the header says */
export async function answerFromMock(proxied: ProxyExchange, why: string): Promise<void> {
  const { context, exchange, response, request, body } = proxied;
  if (request.headers.expect !== undefined) askForBody(response);
  await body.readAhead();
  const answer = await passStages(exchange, context.log, firstOwnStage);
  sendOwn(proxied, marked(answer, `mock; ${why}`));
}

/** Says in the document's error shape that the target gave no response: 504 where it took too long, else 502. */
export async function refuseForTarget(
  proxied: ProxyExchange,
  { code, reason, wasIdle = false }: Unreachable,
): Promise<Outcome> {
  const { exchange, response, body } = proxied;
  const isLate = code === 'TIMEOUT';
  const message = isLate ? 'The target took too long to answer' : 'The target gave no response';
  const error = `The proxy got no usable response from the target: ${reason}`;
  const answer = errorResponse(exchange, isLate ? 504 : 502, message, [error]);
  const fields = responseHeaders(exchange, marked(answer, `proxy; ${code}`));
  const sent = Buffer.from(answer.body ?? '');
  body.discard();
  response.writeHead(answer.status, fields);
  await sendBody(proxied, sent);
  return {
    noAnswer: { reason, isItsFault: !wasIdle && !isElsewhere(code) },
    changed: { status: answer.status, fields, body: sent },
  };
}

/** Tells whether there was no target to be blamed: nothing listens, or the way there is closed. */
function isElsewhere(code: string): boolean {
  return /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|UNCHANGEABLE)/.test(code) || isTlsError(code);
}

function marked(answer: MockResponse, value: string): MockResponse {
  return { ...answer, headers: { ...answer.headers, [answerHeader]: value } };
}

/** Says in the document's error shape that no service is behind this path. */
export function refuseWithoutRoute(proxied: ProxyExchange, routes: readonly Route[]): void {
  const prefixes = routes.map(({ prefix }) => prefix);
  const error = `No service is behind ${proxied.exchange.path}: the proxy has ${prefixes.join(', ')}`;
  proxied.exchange.answeredBy = 'proxy';
  const answer = errorResponse(proxied.exchange, 404, 'The proxy has no route for this path', [error]);
  sendOwn(proxied, marked(answer, 'proxy; no-route'));
}

/** Says in the document's error shape that the connection of a request with a body stays one of HTTP. */
export function refuseUpgrade(proxied: ProxyExchange): void {
  const error = 'A request that asks for another protocol such as WebSocket must have no body';
  proxied.exchange.answeredBy = 'proxy';
  sendOwn(proxied, errorResponse(proxied.exchange, 400, 'The protocol can not be changed', [error]));
}
