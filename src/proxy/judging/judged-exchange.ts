import type {
  TrafficBody,
  TrafficExchange,
  TrafficHeaders,
} from '../../conformance/traffic/traffic-exchange.js';
import type { HeldBody } from '../exchange/held-body.js';
import { headerOf } from '../../mock/exchange/request.js';
import type { FinishedExchange, ResponseHead } from '../exchange/outcome.js';
import { pairs } from '../headers/end-to-end.js';
import { hash } from 'node:crypto';

/**
 * Makes the judge's view of an exchange: the request to the target and its response, before a scenario changed it.
 *
 * @param id its name in reports
 */
export function judgedExchange(
  id: string,
  { exchange, fields, body, responseBody, outcome, durationMs }: FinishedExchange,
): TrafficExchange {
  const { answer, noAnswer, problem } = outcome;
  return {
    id,
    request: {
      method: exchange.method,
      target: exchange.request.target,
      headers: requestHeaders(fields, headerOf(exchange.request.headers, 'host') ?? ''),
      body: held(body),
    },
    response: answer
      ? {
          status: answer.status,
          headers: responseHeaders(answer),
          body: exchange.method === 'HEAD' ? { bytes: new Uint8Array(0) } : held(responseBody),
          ...(problem !== undefined && { problems: [problem] }),
        }
      : { fault: noAnswer?.isItsFault ? noAnswer.reason : undefined },
    durationMs,
  };
}

function held(body: HeldBody): TrafficBody {
  const { bytes, notHeld } = body;
  return bytes ? { bytes } : { notHeld: notHeld ?? 'the body was not held' };
}

/** With the only field of the connection that says something of the body. */
function responseHeaders({ fields, transferEncoding }: ResponseHead): TrafficHeaders {
  const headers = pairs(fields);
  return transferEncoding === undefined ? headers : [...headers, ['Transfer-Encoding', transferEncoding]];
}

/** Without what the proxy itself adds, and with the Host that the client sent. */
function requestHeaders(fields: readonly string[], host: string): TrafficHeaders {
  return pairs(fields)
    .filter(([name]) => name !== 'Via' && name !== 'TE' && name !== 'Connection')
    .map(([name, value]) => [name, /^host$/i.test(name) ? host : value]);
}

/** As HTTP writes it (RFC 9110 section 5.6.7). */
const usualDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The same text for exchanges that are the same in all that is judged: everything but their name, their time and a Date as HTTP
 * writes it. Undefined where a body is not known.
 */
export function digestOf({ request, response }: TrafficExchange): string | undefined {
  if ('fault' in response || 'notHeld' in request.body || 'notHeld' in response.body) return undefined;
  const headers = response.headers.map(([name, value]) =>
    /^date$/i.test(name) && usualDate.test(value) ? name : [name, value],
  );
  const head = [request.method, request.target, request.headers, response.status, headers, response.problems];
  const [sent, came] = [request.body.bytes, response.body.bytes];
  // In one call: an object of node:crypto takes longer to make, and to collect, than a short text to digest.
  const text = Buffer.from(JSON.stringify([...head, sent.length, came.length]));
  return hash('sha256', Buffer.concat([text, sent, came]), 'base64');
}
