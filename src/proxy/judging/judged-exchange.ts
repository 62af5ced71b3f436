import type {
  TrafficBody,
  TrafficExchange,
  TrafficHeaders,
} from '../../conformance/traffic/traffic-exchange.js';
import type { HeldBody } from '../exchange/held-body.js';
import type { Outcome } from '../exchange/outcome.js';
import type { Visit } from '../exchange/visit.js';
import { fieldsForTarget } from '../headers/request-fields.js';
import { pairs } from '../headers/end-to-end.js';

/** What the judge looks at: what went to the target, and what it sent, before a scenario changed it. @param id how reports name it */
export function judgedExchange(
  id: string,
  { exchange, request, body }: Visit,
  { answer, noAnswer, isBroken, durationMs }: Outcome,
): TrafficExchange {
  return {
    id,
    request: {
      method: exchange.method,
      target: exchange.request.target,
      headers: requestHeaders(fieldsForTarget(request, request.headers.host ?? '')),
      body: held(body.held),
    },
    response: answer
      ? {
          status: answer.status,
          headers: pairs(answer.fields),
          body: exchange.method === 'HEAD' ? { bytes: new Uint8Array(0) } : held(answer.body),
          ...(isBroken && { problems: ['the connection was closed before the whole response had arrived'] }),
        }
      : { fault: noAnswer?.isItsFault ? noAnswer.reason : undefined },
    durationMs,
  };
}

function held(body: HeldBody): TrafficBody {
  const { bytes, notHeld } = body;
  return bytes ? { bytes } : { notHeld: notHeld ?? 'the body was not held' };
}

/** Without what the proxy itself adds. */
function requestHeaders(fields: readonly string[]): TrafficHeaders {
  return pairs(fields).filter(([name]) => name !== 'Via' && name !== 'TE' && name !== 'Connection');
}
