import { errorResponse } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import type { MockResponse } from '../exchange/response.js';
import type { MaybePromise, QuotaSpent } from '../../state/state.js';

/** Counts the request against its sandbox's quota; 429 with the wait when the quota is spent. Specification 7 rule 3 and 8. */
export function spendQuota(exchange: Exchange): MaybePromise<MockResponse | undefined> {
  const { quota, state } = exchange.mock;
  if (!quota) return undefined;
  const spent = state.quota.spend(exchange.identity.sandbox, quota);
  return spent instanceof Promise ? spent.then((late) => verdict(exchange, late)) : verdict(exchange, spent);
}

function verdict(exchange: Exchange, spent: QuotaSpent): MockResponse | undefined {
  exchange.quota = spent;
  return spent.allowed ? undefined : quotaSpent(exchange, spent.resetSeconds);
}

/** The 429 of a spent quota. @param seconds until the client may try again */
export function quotaSpent(exchange: Exchange, seconds: number): MockResponse {
  const unit = seconds === 1 ? 'second' : 'seconds';
  return errorResponse(
    exchange,
    429,
    `Rate limit exceeded. Retry after ${seconds} ${unit}`,
    [`Too many requests: retry after ${seconds} ${unit} and back off exponentially`],
    { 'Retry-After': String(seconds) },
  );
}
