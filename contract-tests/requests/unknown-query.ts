import { withQuery } from '../../src/conformance/cases/credential.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'Query parameters that an operation does not have do no harm.',
  level: 'MUST',
  section: '4.1',
  sentence: 'Query parameters: none.',
  expected: ['the documented status of success', 'status 400 or 404'],
  scope: 'service',
  cases: (planner) =>
    planner.operations
      .filter((operation) => planner.stated.levelOf(operation) === 'MUST')
      .map((operation) => ({
        detail: 'page',
        title: 'with unknown query parameters',
        operation,
        request: ['page', 'limit', 'id[]'].reduce(
          (request, name) => withQuery(request, name, '-1'),
          planner.request(operation),
        ),
        accept: [...planner.successes(operation), ...planner.refusals, 404],
      })),
});
