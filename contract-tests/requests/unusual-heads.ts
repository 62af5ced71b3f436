import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { withBody, withHeaders, withQuery, type RequestParts } from '../../src/conformance/cases/request.js';
import { readingOperations } from '../../src/conformance/cases/spelled-cases.js';
import { rule } from '../../src/conformance/rules/rule.js';

type Head = readonly [
  detail: string,
  title: string,
  apply: (request: RequestParts) => RequestParts,
  /** Statuses with which a server may reject it, besides 400. */
  rejections: readonly number[],
];

/** Beside them what browsers and proxies send with any request (RFC 6265 5.4), and a field without a value (RFC 9110 5.5). */
const more: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from({ length: 46 }, (_, index) => [`X-Drydock-Trace-${index + 1}`, 'a'])),
  'X-Drydock-Empty': '',
  Cookie: 'drydock=theme-dark',
};

/** Heads of a size that any server reads (RFC 9112 3 recommends 8,000 octets for the first line alone). */
const heads: readonly Head[] = [
  [
    'many-headers',
    'with 48 more headers, one of them empty and one a cookie',
    (request) => withHeaders(request, more),
    [431],
  ],
  [
    'long-header',
    'with a header of 3,000 characters',
    (request) => withHeaders(request, { 'X-Drydock-Note': 'n'.repeat(3000) }),
    [431],
  ],
  [
    'long-query',
    'with a query of 3,000 characters',
    (request) => withQuery(request, 'note', 'n'.repeat(3000)),
    [404, 414],
  ],
  // RFC 9110 9.3.1: content of a GET has no meaning.
  [
    'content',
    'with a body',
    (request) => withBody(withHeaders(request, { 'Content-Type': 'application/json' }), '{"drydock": 1}'),
    [411, 413, 415],
  ],
  [
    'percent',
    'with a percent sign in its query that begins no escape',
    (request) => ({ ...request, path: `${request.path}?discount=5%&%zz=%` }),
    [404],
  ],
];

export default rule({
  title: 'A request with a long or odd head is served or rejected properly.',
  level: 'MUST',
  section: '7',
  sentence:
    '400 Bad Request: Invalid request parameters (missing required fields, invalid values, wrong types or formats).',
  expected: ['the documented status of success', 'status 400', '404 or 414 for a query, 431 for headers'],
  appliesTo: { document: 'service' },
  priority: 5,
  cases: (planner) =>
    readingOperations(planner)
      .filter(({ method }) => method === 'get')
      .flatMap((operation) =>
        heads.map(([detail, title, apply, rejections]): CaseDraft => ({
          detail,
          title: `a valid request ${title}`,
          operation,
          request: apply(planner.request(operation)),
          accept: [...planner.successStatuses(operation), ...planner.rejectionStatuses, ...rejections],
          // A server below the service may reject what is malformed, in a form of its own.
          ...(detail === 'percent' && { responseLevel: 'SHOULD' }),
        })),
      ),
});
