import type {
  TrafficBody,
  TrafficExchange,
  TrafficHeaders,
} from '../../conformance/traffic/traffic-exchange.js';
import type { HeldBody } from '../exchange/held-body.js';
import { headerOf } from '../../mock/exchange/request.js';
import type { FinishedExchange, ResponseHead } from '../exchange/outcome.js';
import { pairs } from '../headers/end-to-end.js';

/**
 * Makes the judge's view of an exchange: the request to the target and its response, before a scenario changed it.
 *
 * @param id its name in reports
 */
export function judgedExchange(
  id: string,
  { exchange, fields, body, outcome }: FinishedExchange,
): TrafficExchange {
  const { answer, noAnswer, problem, durationMs } = outcome;
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
          body: exchange.method === 'HEAD' ? { bytes: new Uint8Array(0) } : held(answer.body),
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
  const headers: [name: string, value: string][] = [];
  for (let index = 0; index < fields.length; index += 2) {
    const [name = '', value = ''] = [fields[index], fields[index + 1]];
    if (name === 'Via' || name === 'TE' || name === 'Connection') continue;
    headers.push([name, isHost(name) ? host : value]);
  }
  return headers;
}

function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}
