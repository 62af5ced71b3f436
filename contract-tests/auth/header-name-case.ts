import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'The Authorization header is recognized in any case.',
  level: 'MUST',
  section: '5 rule 1',
  sentence:
    'Every request carries the header Authorization with the value Bearer followed by a space and <API_KEY>. (Field names are case-insensitive, RFC 9110 5.1.)',
  expected: ['the documented status of success'],
  appliesTo: { document: 'service' },
  cases(planner) {
    const key = planner.keys.valid;
    if (key === undefined) return { skip: 'no key was given', option: 'key' };
    return planner.guarded
      .filter((operation) => planner.statedOperations.includes(operation))
      .map((operation) => ({
        detail: 'lower',
        title: 'with authorization in lower case',
        operation,
        request: withHeaders(planner.requestWithoutKey(operation), { authorization: `Bearer ${key}` }),
        accept: planner.successStatuses(operation),
      }));
  },
});
