import { shown } from '../../contract/validation/problem-text.js';
import { errorResponse } from '../exchange/error-response.js';
import { plainResponse } from '../exchange/response.js';
import type { Exchange } from '../exchange/exchange.js';
import type { MockResponse } from '../exchange/response.js';

/** 404 where the path is unknown, 405 with Allow where it has no such method; OPTIONS lists the methods. */
export function findOperation(exchange: Exchange): MockResponse | undefined {
  const { match, method, path } = exchange;
  if (match.kind === 'operation') return undefined;
  if (match.kind === 'unknown-path')
    return errorResponse(exchange, 404, 'Resource not found', [`No resource has the path ${shown(path)}`]);
  const allowed = match.allowed.join(', ');
  if (method === 'OPTIONS') return plainResponse(204, { Allow: allowed });
  return errorResponse(
    exchange,
    405,
    'Method not allowed',
    [`${method} is not allowed here; allowed: ${allowed}`],
    { Allow: allowed },
  );
}
