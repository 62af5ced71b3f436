import { shown } from '../../contract/problem-text.js';
import { refusal } from '../answers.js';
import type { Answer, Exchange } from '../exchange.js';

/** 404 where the path is unknown, 405 with Allow where it has no such method; OPTIONS tells the methods. */
export function findOperation(exchange: Exchange): Answer | undefined {
  const { match, method, path } = exchange;
  if (match.kind === 'operation') return undefined;
  if (match.kind === 'unknown-path')
    return refusal(exchange, 404, 'Resource not found', [`No resource has the path ${shown(path)}`]);
  const allowed = match.allowed.join(', ');
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: allowed }, body: undefined };
  return refusal(
    exchange,
    405,
    'Method not allowed',
    [`${method} is not allowed here; allowed: ${allowed}`],
    { Allow: allowed },
  );
}
