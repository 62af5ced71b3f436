import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A key that lacks a permission gets 403, and 401 nowhere.',
  level: 'MUST',
  section: '5 rule 5',
  sentence: 'Insufficient permissions yield HTTP 403.',
  expected: ['a success or 403 from every operation'],
  appliesTo: { document: 'service' },
  priority: 1,
  cases(planner) {
    const key = planner.keys.limited;
    if (key === undefined) return { skip: 'no limited key was given', option: 'limitedKey' };
    return planner.guarded.map((operation) => ({
      detail: 'limited',
      title: 'with a key of limited permissions',
      operation,
      request: planner.keyed(operation, planner.requestWithoutKey(operation), key),
      accept: [...planner.successStatuses(operation), 403],
    }));
  },
  // What the key lacks is not shown (section 5), and may be something that is not tried: a success alone says nothing.
  check: (exchange) => (exchange.response.status < 300 ? undefined : acceptedStatus(exchange)),
  conclude: (exchanges) =>
    exchanges.some(({ response }) => response.status === 403)
      ? []
      : { skip: 'the limited key may do all that was tried', notApplicable: true },
});
