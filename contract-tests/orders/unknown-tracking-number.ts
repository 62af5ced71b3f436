import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { elementsOf, errorTexts } from '../../src/conformance/checks/envelope.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

const unknownNumbers = [
  ['unknown', 'an unknown tracking number', 'DDK0000000000'],
  ['long', 'a tracking number of 300 characters', 'DDK'.repeat(100)],
  ['inherited', 'the name of what every object has as its tracking number', 'constructor'],
  ['odd', 'a tracking number with a blank, an accent, a quote and a backslash', 'DDK%20%C3%A9%22%5C0'],
  ['dots', 'a tracking number that is a way to another path', '..%2f..%2fcategories'],
] as const;
/** Orders that have no such path, or a specification that leaves the rest open: anything but a success, and best a 404. */
const noSuccess = [404, ...Array.from({ length: 300 }, (_, index) => 300 + index)];

export default rule({
  title: 'An unknown tracking number gets a 404 that names it, and no success.',
  level: 'MUST',
  section: '7',
  sentence:
    '404 Not Found: Resource not found; errors may name the missing resource identifier, e.g. a tracking number <tracking_number>.',
  expected: ['status 404, with the tracking number in errors', 'status 404 where there is no such path'],
  appliesTo: { document: 'service' },
  cases(planner) {
    const operation = planner.operation('getOrder');
    const known = planner.covers('getOrder');
    const drafts = unknownNumbers.map(([detail, title, trackingNumber]): CaseDraft => ({
      detail,
      title,
      operation,
      request: {
        ...planner.request(operation),
        path: operation.path.replace('{tracking_number}', trackingNumber),
      },
      // A number that is too long or odd may be rejected as one.
      accept: !known ? noSuccess : detail === 'unknown' ? [404] : [404, 400, 414],
      level: 'MUST',
      // A server below the service may reject the dots, in a form of its own.
      responseLevel: detail === 'dots' ? 'SHOULD' : 'MUST',
    }));
    const [first] = drafts;
    // Support of HEAD is open.
    const head = (draft: CaseDraft): CaseDraft => ({
      ...draft,
      detail: 'head',
      title: `${draft.title}, by HEAD`,
      request: { ...draft.request, method: 'HEAD' },
      accept: [],
      level: 'SHOULD',
    });
    return first ? [...drafts, head(first)] : drafts;
  },
  check(exchange) {
    const { status } = exchange.response;
    if (exchange.request.method === 'HEAD') return undefined;
    // A server that takes the escapes for slashes finds the list.
    if (status === 200 && isList(exchange)) return undefined;
    const actual = `status ${status}`;
    if (status < 300) return { actual };
    if (exchange.case.accept.includes(status) && status !== 404) return 'pass';
    // The path, and what a 404 says, are assumptions.
    if (status !== 404) return { actual, level: 'ASSUMED' };
    const number = exchange.request.path.slice(exchange.request.path.lastIndexOf('/') + 1);
    const named = errorTexts(exchange).some((text) => text.includes(number));
    if (named || exchange.case.accept.length > 1) return 'pass';
    return { actual: 'nothing names the tracking number', pointer: '/errors', level: 'ASSUMED' };
  },
});

/** The list of categories, at another address than its own. */
function isList(exchange: CompletedExchange): boolean {
  return exchange.case.id.endsWith('/dots') && elementsOf(exchange).some((one) => 'created_at' in one);
}
