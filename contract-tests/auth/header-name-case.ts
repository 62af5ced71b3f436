import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'The key counts whatever the case of the header’s name.',
  level: 'MUST',
  section: 'RFC 9110 5.1',
  sentence: 'Field names are case-insensitive.',
  expected: ['the answer to a valid request'],
  scope: 'service',
  cases(planner) {
    const key = planner.keys.valid;
    if (key === undefined) return { skip: 'no key was given' };
    return planner.guarded
      .filter((operation) => planner.stated.levelOf(operation) === 'MUST')
      .map((operation) => ({
        detail: 'lower',
        title: 'with authorization in lower case',
        operation,
        request: withHeaders(planner.requestWithoutKey(operation), { authorization: `Bearer ${key}` }),
        accept: planner.successes(operation),
      }));
  },
});
