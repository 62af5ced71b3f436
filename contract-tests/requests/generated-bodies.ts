import type { CaseDraft } from '../../src/conformance/cases/case.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import type { Operation } from '../../src/contract/operations.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

const wanted = [
  ['minimal', 'minimal'],
  ['maximal', 'maximal'],
  ['random-1', 'random'],
] as const;

export default rule({
  title: 'A body that the schema allows gets a response that the document allows.',
  level: 'MUST',
  section: '4.2',
  sentence: 'Request body (JSON object; every field is required).',
  expected: ['the documented status of success', 'a rejection, where a value means nothing to the server'],
  inOtherDocuments: {
    quotes: 'responses',
  },
  appliesTo: { document: 'any' },
  priority: 6,
  cases: (planner) =>
    planner.withBody.flatMap((operation) => wanted.flatMap((kind) => generated(planner, operation, kind))),
});

/** The values are our choice, so a server may reject them; it must not crash. */
function generated(
  planner: Planner,
  operation: Operation,
  [detail, fullness]: (typeof wanted)[number],
): CaseDraft[] {
  const { pointer } = planner.stated.requestSchema(operation) ?? {};
  if (pointer === undefined) return [];
  const random = planner.random(`${operation.id} ${detail}`);
  const body = planner.stated.values.generate(pointer, { random, fullness, examples: 'accepted' });
  if (!planner.accepts(operation, body)) return [];
  const accept = [...planner.successStatuses(operation), 400, 404, 409, 422].filter(
    (status) => !planner.stated.own || status !== 422,
  );
  const request = withJson(planner.request(operation), body);
  return [{ detail, title: `a ${detail} body`, operation, request, accept }];
}
