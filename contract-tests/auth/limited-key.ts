import type { AnsweredExchange } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { Conclusion } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A key without the permission gets 403 where it lacks it, and 401 nowhere.',
  level: 'MUST',
  section: '5 rule 5',
  sentence: 'Insufficient permissions yield HTTP 403.',
  expected: ['403 from at least one operation', 'a success or 403 from every operation'],
  scope: 'service',
  priority: 1,
  cases(planner) {
    const key = planner.keys.limited;
    if (key === undefined) return { skip: 'no limited key was given (--limited-key)' };
    return planner.guarded.map((operation) => ({
      detail: 'limited',
      title: 'with a key of limited permissions',
      operation,
      request: planner.keyed(operation, planner.requestWithoutKey(operation), key),
      accept: [...planner.successes(operation), 403],
    }));
  },
  conclude: (exchanges) =>
    somewhereForbidden(exchanges.filter(({ case: item }) => item.ruleId === 'auth/limited-key')),
});

function somewhereForbidden(own: readonly AnsweredExchange[]): Conclusion[] {
  const [first] = own;
  if (first === undefined || own.some(({ outcome }) => outcome.status === 403)) return [];
  const statuses = own.map(({ operation, outcome }) => `${operation?.id ?? ''} ${outcome.status}`).join(', ');
  return [{ exchange: own.at(-1) ?? first, breach: { actual: `no operation answers 403: ${statuses}` } }];
}
