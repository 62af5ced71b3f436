import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A key without the permission gets 403 where it lacks it, and 401 nowhere.',
  level: 'MUST',
  section: '5 rule 5',
  sentence: 'Insufficient permissions yield HTTP 403.',
  expected: ['403 from at least one operation', 'a success or 403 from every operation'],
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
  conclude(exchanges) {
    const last = exchanges.at(-1);
    if (last === undefined || exchanges.some(({ response }) => response.status === 403)) return [];
    const statuses = exchanges.map(({ operation, response }) => `${operation?.id ?? ''} ${response.status}`);
    return [{ exchange: last, breach: { actual: `no operation responds with 403: ${statuses.join(', ')}` } }];
  },
});
