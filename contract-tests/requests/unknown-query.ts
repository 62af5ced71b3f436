import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { withQuery } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

type Query = readonly (readonly [name: string, value: string])[];

/** Second pages of one each, by all names that frameworks have for them. */
const pages: Query = [
  ...['page', 'pageNumber', 'page[number]', 'p'].map((name) => [name, '2'] as const),
  ...['limit', 'per_page', 'perPage', 'page_size', 'pageSize', 'size', 'count', 'take', 'top', 'first'].map(
    (name) => [name, '1'] as const,
  ),
  ...['$top', 'max', 'rows', 'page[size]', 'page[limit]', 'results'].map((name) => [name, '1'] as const),
  ...['offset', 'skip', 'start', '$skip', 'page[offset]', 'after', 'since_id'].map(
    (name) => [name, '1'] as const,
  ),
];
/** A text that finds nothing, where it is a search. */
const searches: Query = [
  ...['q', 'query', 'search', 's', 'name', 'filter', 'filter[name]', 'keyword', 'term', 'type', 'status'].map(
    (name) => [name, 'drydock'] as const,
  ),
  ...['id', 'ids', 'id[]', 'parent_id', 'category_id', 'active', 'enabled'].map(
    (name) => [name, '0'] as const,
  ),
  ...['since', 'updated_since', 'created_after', 'modified_since'].map(
    (name) => [name, '2999-01-01'] as const,
  ),
  ...['lang', 'locale', 'country', 'language'].map((name) => [name, 'bn'] as const),
  ...['sort', 'order', 'sort_by', 'order_by'].map((name) => [name, '-drydock'] as const),
];
const odd: Query = ['page', 'limit', 'id[]', 'filter[name]', 'page'].map((name) => [name, '-1']);
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
        asked('page', 'with query parameters for a second page', pages),
        asked('odd', 'with unknown query parameters', odd),
        ...(operation.method === 'get'
          ? [asked('search', 'with query parameters of a search', searches)]
          : []),
        asked('form', 'with query parameters that other services choose a form by', forms),
      ];
    }),
});
