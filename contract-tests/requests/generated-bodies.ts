import { sample } from '../../src/conformance/cases/generate/sample.js';
import type { Fullness } from '../../src/conformance/cases/generate/sample.js';
import type { CaseDraft } from '../../src/conformance/cases/case.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import type { Operation } from '../../src/contract/operations.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

const wanted: readonly (readonly [detail: string, fullness: Fullness])[] = [
  ['minimal', 'minimal'],
  ['maximal', 'maximal'],
  ...Array.from({ length: 2 }, (_, index) => [`random-${index + 1}`, 'random'] as const),
];

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
  const { document } = planner.stated.contract;
  const schema = planner.stated.requestSchema(operation)?.schema;
  const random = planner.random(`${operation.id} ${detail}`);
  // A generated text matches a pattern only by chance, and a few attempts are cheap.
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const body = repaired(planner, operation, sample(document, schema, fullness, random));
    if (!planner.accepts(operation, body)) continue;
    const accept = [...planner.successStatuses(operation), 400, 404, 409, 422].filter(
      (status) => !planner.stated.own || status !== 422,
    );
    const request = withJson(planner.request(operation), body);
    return [{ detail, title: `a ${detail} body`, operation, request, accept }];
  }
  return [];
}

/** Takes texts that a pattern rejects from the plain valid body. */
function repaired(planner: Planner, operation: Operation, body: unknown): unknown {
  return planner.accepts(operation, body) ? body : blended(body, planner.body(operation));
}

function blended(body: unknown, plain: unknown): unknown {
  if (Array.isArray(body) && Array.isArray(plain)) return body.map((element) => blended(element, plain[0]));
  if (typeof body === 'object' && body !== null && typeof plain === 'object' && plain !== null)
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        blended(value, (plain as Record<string, unknown>)[name]),
      ]),
    );
  return typeof body === 'string' && typeof plain === 'string' && /^[\d.]+$/.test(plain) ? plain : body;
}
