import { errorResponse } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import type { MockResponse } from '../exchange/response.js';

/** 400 without a Host header in HTTP/1.1 (RFC 9112 section 3.2). */
export function requireHost(exchange: Exchange): MockResponse | undefined {
  if (exchange.request.headers.host !== undefined || exchange.request.httpVersion !== '1.1') return undefined;
  return errorResponse(exchange, 400, 'The request is not valid', [
    'The Host header is required in HTTP/1.1',
  ]);
}
