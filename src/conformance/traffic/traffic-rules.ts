import type { StatedContract } from '../document/stated-contract.js';
import { sendsRequests } from '../rules/applies-to.js';
import { rulesFor } from '../rules/rules-for.js';
import type { LoadedRule } from '../rules/rule.js';

/**
 * The rules for requests. A specification binds servers: an invalid request is reported, and no run fails for it.
 */
const common = {
  topic: 'traffic',
  level: 'ASSUMED',
  section: 'document',
  sentence: 'The document says what may be sent; what else clients send is theirs to answer for.',
  appliesTo: { document: 'any' },
  check: () => undefined,
} as const;

export const requestRules = {
  unknownPath: {
    ...common,
    id: 'traffic/known-path',
    title: 'Requests go to paths that the document has.',
    expected: ['a path of the document'],
  },
  wrongMethod: {
    ...common,
    id: 'traffic/known-method',
    title: 'Requests use methods that the document has for their path.',
    expected: ['a method of the document'],
  },
  invalid: {
    ...common,
    id: 'traffic/valid-request',
    title: 'Requests are what the document says.',
    expected: ['a request that the document accepts'],
  },
} satisfies Record<string, LoadedRule>;

/** The rules that judge ordinary traffic under a document, those about requests included. */
export function trafficRules(rules: readonly LoadedRule[], stated: StatedContract): LoadedRule[] {
  const own = rulesFor(rules, stated).filter(judgesTraffic);
  return [...own, ...Object.values<LoadedRule>(requestRules)];
}

/** Returns whether a rule can judge one exchange that no rule planned. */
function judgesTraffic(rule: LoadedRule): boolean {
  if (sendsRequests(rule)) return rule.inTraffic !== undefined;
  return rule.check !== undefined || rule.checkOutcome !== undefined;
}
