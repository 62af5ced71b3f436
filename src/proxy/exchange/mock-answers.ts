import type { MockResponse } from '../../mock/exchange/response.js';
import { errorResponse } from '../../mock/exchange/error-response.js';
import { firstOwnStage, passStages } from '../../mock/stages/serve-request.js';
import { askForBody } from '../../server/http/expect-continue.js';
import { sendResponses } from '../../server/http/send-responses.js';
import type { Unreachable } from './forwarding.js';
import type { Visit } from './visit.js';

/**
 * Says on a response of a proxy that the target did not send it: `mock; operation`, `mock; status=404` or `mock; unreachable` where
 * the mock answered instead, `proxy; CODE` where the proxy itself did.
 */
export const answerHeader = 'X-Mock-Answer';

/** Sends a response that the mock's stages made, with what a scenario does to it, and records it. */
export function sendOwn({ context, response, exchange, body }: Visit, answer: MockResponse): void {
  body.discard();
  sendResponses([{ context, response, exchange, answer }]);
}

/** Lets the mock answer instead of the target. @param why what the header says */
export async function answerFromMock(visit: Visit, why: string): Promise<void> {
  const { context, exchange, response, request, body } = visit;
  if (request.headers.expect !== undefined) askForBody(response);
  await body.readAhead();
  const answer = await passStages(exchange, context.log, firstOwnStage);
  sendOwn(visit, marked(answer, `mock; ${why}`));
}

/** Says in the document's error shape that the target gave no response: 504 where it took too long, else 502. */
export function refuseForTarget(visit: Visit, { code, reason }: Unreachable): void {
  const isLate = code === 'TIMEOUT';
  const message = isLate ? 'The target took too long to answer' : 'The target could not be reached';
  const answer = errorResponse(visit.exchange, isLate ? 504 : 502, message, [
    `The proxy got no usable response from the target: ${reason}`,
  ]);
  sendOwn(visit, marked(answer, `proxy; ${code}`));
}

function marked(answer: MockResponse, value: string): MockResponse {
  return { ...answer, headers: { ...answer.headers, [answerHeader]: value } };
}
