import { hash } from 'node:crypto';
import type { TrafficExchange } from '../../conformance/traffic/traffic-exchange.js';

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
