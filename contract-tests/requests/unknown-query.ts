import { withQuery } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'Unknown query parameters do no harm.',
  level: 'MUST',
  section: '4.1',
  sentence: 'Query parameters: none.',
  expected: ['the documented status of success', 'status 400 or 404'],
  appliesTo: { document: 'service' },
  cases: (planner) =>
    planner.statedOperations.map((operation) => ({
      detail: 'page',
      title: 'with unknown query parameters',
      operation,
      request: ['page', 'limit', 'id[]', 'filter[name]', 'callback', 'format', 'page'].reduce(
        (request, name) => withQuery(request, name, '-1'),
        planner.request(operation),
      ),
      accept: [...planner.successStatuses(operation), ...planner.rejectionStatuses, 404],
    })),
});
