import type { Finding } from '../rules/rule.js';
import type { CompletedExchange } from '../target/exchange.js';

/** Passes the statuses that the case accepts. */
export function acceptedStatus({ case: item, response }: CompletedExchange): Finding {
  if (item.accept.includes(response.status)) return 'pass';
  return { actual: `status ${response.status}`, expected: [`status ${item.accept.join(' or ')}`] };
}
