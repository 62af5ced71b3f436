import type { Finding } from '../rules/rule.js';
import type { CompletedExchange } from '../target/exchange.js';

/** More statuses than these say less than the words of the rule. */
const maxNamed = 8;

/** Passes the statuses that the case accepts. */
export function acceptedStatus({ case: item, response }: CompletedExchange): Finding {
  if (item.accept.includes(response.status)) return 'pass';
  const ranges = statusRanges(item.accept);
  const actual = `status ${response.status}`;
  return ranges.length > maxNamed ? { actual } : { actual, expected: [`status ${ranges.join(' or ')}`] };
}

/** `200` and `201`; of neighbours only the first and the last: `200` and `400 to 499`. */
function statusRanges(statuses: readonly number[]): string[] {
  const known = new Set(statuses);
  return [...known]
    .sort((a, b) => a - b)
    .flatMap((status) => {
      if (known.has(status - 1) && known.has(status + 1)) return [];
      let last = status;
      while (known.has(last + 1)) last += 1;
      if (last - status > 1) return [`${status} to ${last}`];
      return known.has(status - 1) && known.has(status - 2) ? [] : [String(status)];
    });
}
