import { shown } from '../../contract/validation/problem-text.js';
import { plainAnswer, refusal } from '../answers.js';
import type { Answer, Exchange } from '../exchange.js';

/** 404 where the path is unknown, 405 with Allow where it has no such method; OPTIONS tells the methods. */
export function findOperation(exchange: Exchange): Answer | undefined {
  const { match, method, path } = exchange;
  if (match.kind === 'operation') return undefined;
  if (match.kind === 'unknown-path')
    return refusal(exchange, 404, 'Resource not found', [`No resource has the path ${shown(path)}`]);
  const allowed = match.allowed.join(', ');
  if (method === 'OPTIONS') return plainAnswer(204, { Allow: allowed });
  return refusal(
    exchange,
    405,
    'Method not allowed',
    [`${method} is not allowed here; allowed: ${allowed}`],
    { Allow: allowed },
  );
}
