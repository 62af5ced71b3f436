import { bodyProblems } from '../../src/conformance/cases/bodies/body-problems.js';
import type { CaseDraft } from '../../src/conformance/cases/case.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withHeaders, withJson, type RequestParts } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

/** Every format that a framework may have a page for, and JSON among the rest. */
const Accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,image/png,*/*;q=0.5';

export default rule({
  title: 'A client that asks for another format gets JSON or a 406.',
  level: 'MUST',
  section: '4',
  sentence: 'Responses are JSON and use the envelope of section 2.1.',
  expected: ['the status without the header, as JSON', 'status 406, unless any format is accepted'],
  appliesTo: { document: 'service' },
  priority: 4,
  cases: (planner) => [
    ...planner.statedOperations.flatMap((operation) =>
      ['application/xml', 'text/csv;version=1'].map((type) => ({
        detail: type,
        title: `a valid request that asks for ${type}`,
        operation,
        request: withHeaders(planner.request(operation), { Accept: type }),
        accept: [...planner.successStatuses(operation), 406],
      })),
    ),
    ...rejections(planner),
    ...planner.statedOperations.map((operation) => ({
      detail: 'any',
      title: 'a valid request that prefers other formats',
      operation,
      request: withHeaders(planner.request(operation), { Accept }),
      accept: planner.successStatuses(operation),
    })),
  ],
});

/** One request for each kind of rejection, with a header that accepts JSON last. */
function rejections(planner: Planner): CaseDraft[] {
  const [list, rate] = [planner.operation('listCategories'), planner.operation('getShippingRates')];
  const { limited } = planner.keys;
  const bare = planner.requestWithoutKey(rate);
  const problems = bodyProblems(planner.stated, rate, {});
  const rows: [detail: string, title: string, request: RequestParts, accept: readonly number[]][] = [
    ['no-key', 'without a key', planner.requestWithoutKey(list), planner.unauthorizedStatuses],
    ['empty-object', 'with an empty object', withJson(planner.request(rate), {}), planner.rejectionStatuses],
  ];
  if (limited !== undefined)
    rows.push(['limited', 'with a limited key', planner.keyed(rate, bare, limited), [200, 403]]);
  return rows.map(([detail, title, request, accept]) => ({
    detail: `any-${detail}`,
    title: `${request.method} ${request.path} ${title}, which prefers other formats`,
    operation: request.path === rate.path ? rate : list,
    request: withHeaders(request, { Accept }),
    accept,
    ...(detail === 'empty-object' && { problems }),
  }));
}
