import { bodyProblems } from '../../src/conformance/cases/bodies/body-problems.js';
import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { withBody, withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { rejectedFor } from '../../src/conformance/rules/traffic-request.js';

type Row = readonly [detail: string, title: string, body: string];

/** Bodies that no JSON parser accepts as a request, however lenient. */
const bodies: readonly Row[] = [
  ['empty', 'an empty body', ''],
  ['blank', 'a body of blanks', '   '],
  ['text', 'a body of plain words', 'this is not json'],
  ['form', 'a form where JSON is declared', 'weight=4&weight_unit=LBS'],
  ['xml', 'XML where JSON is declared', '<request><weight>4</weight></request>'],
  ['array', 'an empty array', '[]'],
  ['array-of-one', 'an array with an object', '[{}]'],
  ['string', 'a JSON string', '"weight"'],
  ['number', 'a JSON number', '42'],
  ['null', 'null', 'null'],
  ['object', 'an empty object', '{}'],
];

export default rule({
  title: 'A body that is not a JSON object is rejected.',
  level: 'MUST',
  section: '4.2',
  sentence: 'Request body (JSON object; every field is required).',
  expected: ['status 400'],
  inOtherDocuments: {
    title: 'A body that is not what the document has is rejected.',
    expected: ['a rejection, such as 400 or 422'],
    quotes: 'requestBody',
  },
  appliesTo: { document: 'any' },
  priority: 2,
  inTraffic: rejectedFor(['not JSON']),
  cases: (planner) =>
    planner.withBody.flatMap((operation) =>
      [...bodies, ...nearly(planner.body(operation))].map(([detail, title, body], index): CaseDraft => {
        const valid = planner.request(operation);
        const sent = index % 2 === 0 ? valid : withHeaders(valid, { Accept: 'application/json' });
        const problem = { pointer: '', field: 'body', text: `the body is ${title}` };
        // An object without fields lacks each of them.
        const missing = detail === 'object' ? bodyProblems(planner.stated, operation, {}) : [];
        const problems = missing.length > 0 ? missing : [problem];
        const request = withBody(sent, body);
        return { detail, title, operation, request, accept: planner.rejectionStatuses, problems };
      }),
    ),
});

/** A valid body that lacks its last brace, has text behind it, or is one level too deep. */
function nearly(body: unknown): Row[] {
  const text = JSON.stringify(body);
  return [
    ['cut', 'JSON without its last character', text.slice(0, -1)],
    ['trailing', 'JSON with words behind it', `${text} and more`],
    ['wrapped', 'an array with a valid body', JSON.stringify([body])],
    ['encoded-twice', 'a JSON string with a valid body', JSON.stringify(text)],
  ];
}
