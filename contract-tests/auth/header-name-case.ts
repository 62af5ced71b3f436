import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'The Authorization header is recognized in any case.',
  level: 'MUST',
  section: 'RFC 9110 5.1',
  sentence: 'Field names are case-insensitive.',
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
