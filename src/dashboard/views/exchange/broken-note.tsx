import { faultKind } from '../../../scenarios/faults/registry.js';
import type { Exchange } from '../../control/control-types.js';
import { count } from '../../parts/format.js';

/** What the client got of a response that a fault broke. */
export function BrokenNote({ exchange }: { exchange: Exchange }) {
  const sentence = brokenSentence(exchange);
  return sentence === undefined ? null : <p class="note bad">{sentence}</p>;
}

const ends = {
  finished: 'the response ended in order',
  closed: 'the connection was closed',
  reset: 'the connection was reset',
  silent: 'the connection stayed open and silent',
} as const;

/** Undefined for a response that was sent whole. */
export function brokenSentence({ response, scenario }: Exchange): string | undefined {
  const { broken, body, status, headers } = response;
  if (!broken) return undefined;
  const how = faultKind(scenario?.fault)?.explanation;
  const fault = how === undefined ? '' : ` (${how})`;
  const end = ends[broken.end];
  const size = body.size === 1 ? '1 byte' : `${count(body.size)} bytes`;
  if (!broken.head)
    return body.size === 0
      ? `The client got no response: ${end}${fault}.`
      : `The client got ${size} in place of a response, then ${end}${fault}.`;
  const announced = headers['Content-Length'] ?? '0';
  const part =
    String(body.size) === announced ? `all ${size}` : `${size} of ${count(Number(announced))} announced`;
  return `The client got status ${status}, the headers and ${part}, then ${end}${fault}.`;
}
