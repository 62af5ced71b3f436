import { createHash } from 'node:crypto';
import type { TrafficBody, TrafficExchange } from '../../conformance/traffic/traffic-exchange.js';

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
  const hash = createHash('sha256').update(JSON.stringify(head));
  for (const body of [request.body, response.body]) hash.update(`\n${sizeOf(body)}\n`).update(body.bytes);
  return hash.digest('base64');
}

function sizeOf(body: TrafficBody): number {
  return 'bytes' in body ? body.bytes.length : 0;
}
