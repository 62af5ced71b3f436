import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { withQuery } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

type Query = readonly (readonly [name: string, value: string])[];

const pages: Query = ['page', 'limit', 'id[]', 'filter[name]', 'page'].map((name) => [name, '-1']);
/** Parameters by which other services choose the form of the response, or fields of it, with values that they know. */
const forms: Query = [
  ...['format', '_format', 'output', 'alt', 'type'].map((name) => [name, 'xml'] as const),
  ...['callback', 'jsonp'].map((name) => [name, 'drydock'] as const),
  ...['fields', 'select', 'include', 'only', 'attributes'].map((name) => [name, 'id'] as const),
  ...['envelope', 'wrap'].map((name) => [name, 'false'] as const),
  ...['pretty', 'debug', 'verbose'].map((name) => [name, '1'] as const),
];

export default rule({
  title: 'Unknown query parameters do no harm.',
  level: 'MUST',
  section: '4.1',
  sentence: 'Query parameters: none.',
  expected: ['the documented status of success', 'status 400 or 404'],
  appliesTo: { document: 'service' },
  cases: (planner) =>
    planner.statedOperations.flatMap((operation) => {
      const asked = (detail: string, title: string, query: Query): CaseDraft => ({
        detail,
        title,
        operation,
        request: query.reduce(
          (request, [name, value]) => withQuery(request, name, value),
          planner.request(operation),
        ),
        accept: [...planner.successStatuses(operation), ...planner.rejectionStatuses, 404],
      });
      return [
        asked('page', 'with unknown query parameters', pages),
        asked('form', 'with query parameters that other services choose a form by', forms),
      ];
    }),
});
