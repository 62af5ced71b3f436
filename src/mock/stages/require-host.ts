import { refusal } from '../answers.js';
import type { Answer, Exchange } from '../exchange.js';

/** 400 without a Host header in HTTP/1.1 (RFC 9112 section 3.2). */
export function requireHost(exchange: Exchange): Answer | undefined {
  if (exchange.headers.host !== undefined || exchange.httpVersion !== '1.1') return undefined;
  return refusal(exchange, 400, 'The request is not valid', ['The Host header is required in HTTP/1.1']);
}
