import type { Case } from '../../cases/case.js';
import { header, statusOf, type Exchange, type TargetResponse } from '../../target/exchange.js';
import type { Plan } from '../plan.js';

/** The responses to a few valid requests which say that the rest of the plan is not worth sending, and why. */
export interface FirstContact {
  readonly reason: string;
  readonly exchanges: readonly Exchange[];
  /** Those of them that rules may check. */
  readonly answered: readonly Exchange[];
}

/** Rules that send the valid key elsewhere than it belongs, or as another client may spell it. */
const ofValidKey: ReadonlySet<string> = new Set([
  'auth/key-elsewhere',
  'auth/other-scheme',
  'auth/header-name-case',
]);
/** So many requests at most look for another place in which the target takes keys. */
const maxCredentialCases = 60;
/** Statuses that refuse a request for its form. Others tell of the address, the key, a proxy or the time. */
const ofForm: ReadonlySet<number> = new Set([
  400, 405, 406, 409, 411, 412, 413, 414, 415, 416, 417, 422, 428, 431,
]);
/** Those that something between client and service gives for its own reasons, in a form of its own. */
const ofGateways: ReadonlySet<number> = new Set([400, 405, 411, 413, 414, 431]);

/** The cases that must be refused for their credential, where a refusal of all valid requests says that the key is wrong. */
export function credentialCases({ cases }: Plan, exchanges: readonly Exchange[]): Case[] {
  const isRefused = exchanges.every((exchange) => [401, 403].includes(statusOf(exchange)));
  const operations = new Set(exchanges.map(({ case: { operation } }) => operation));
  if (!isRefused) return [];
  return cases
    .filter(({ operation }) => operations.has(operation))
    .filter(
      ({ ruleId, accept }) =>
        ofValidKey.has(ruleId) ||
        (ruleId.startsWith('auth/') &&
          ruleId !== 'auth/limited-key' &&
          accept.length > 0 &&
          accept.every((status) => status >= 300)),
    )
    .slice(0, maxCredentialCases);
}

/** Returns whether the target knows the key that it refuses in the Authorization header. */
export function knowsKey(served: readonly Exchange[]): boolean {
  return served.some(({ case: { ruleId } }) => ofValidKey.has(ruleId));
}

/** One valid request to each operation, which a target at fault is judged by. */
export function validCases({ cases }: Plan): Case[] {
  const valid = cases.filter(({ ruleId }) => ruleId === 'requests/documented-examples');
  return valid.filter(
    (item, index) => index === valid.findIndex(({ operation }) => operation === item.operation),
  );
}

/**
 * Returns whether the target itself says that valid requests are wrong, or serves everything alike. Neither is what a proxy
 * does that wants a login, nor what is found at an address where another service is.
 */
export function refusesForItsForm(exchanges: readonly Exchange[]): boolean {
  return exchanges.every(({ outcome }) => {
    if (outcome.kind !== 'response') return false;
    const { status } = outcome;
    if (status >= 200 && status < 300) return !/type=["']?password/i.test(outcome.body.toString('utf8'));
    return ofForm.has(status) && (!ofGateways.has(status) || isJson(outcome));
  });
}

function isJson(response: TargetResponse): boolean {
  return /\bjson\b/i.test(header(response, 'content-type') ?? '');
}
