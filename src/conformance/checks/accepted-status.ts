import type { Finding } from '../rules/rule.js';
import type { CompletedExchange } from '../target/exchange.js';

/** Passes the statuses that the case accepts. */
export function acceptedStatus({ case: item, response }: CompletedExchange): Finding {
  if (item.accept.includes(response.status)) return 'pass';
  return { actual: `status ${response.status}`, expected: [statusesText(item.accept)] };
}

/** `status 200 or 201`; of neighbours only the first and the last: `status 200 or 400 to 499`. */
function statusesText(statuses: readonly number[]): string {
  const known = new Set(statuses);
  const parts = [...known]
    .sort((a, b) => a - b)
    .flatMap((status) => {
      if (known.has(status - 1) && known.has(status + 1)) return [];
      let last = status;
      while (known.has(last + 1)) last += 1;
      if (last - status > 1) return [`${status} to ${last}`];
      return known.has(status - 1) && known.has(status - 2) ? [] : [String(status)];
    });
  return `status ${parts.join(' or ')}`;
}
