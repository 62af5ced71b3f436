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

/** None of them changes what is asked for, and none says who asks. */
const ofProxies: Readonly<Record<string, string>> = {
  Via: '1.1 drydock.example',
  Forwarded: 'for=203.0.113.7',
  'X-Forwarded-For': '203.0.113.7',
  'X-Request-Id': 'drydock-5f1d',
  Traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  'Idempotency-Key': 'drydock-5f1d',
  'Cache-Control': 'no-cache',
  Pragma: 'no-cache',
  'Max-Forwards': '10',
  Priority: 'u=1, i',
  From: 'client@drydock.example',
  'Accept-Charset': 'iso-8859-1, utf-8;q=0.7',
  'Accept-Language': 'de-DE, fr;q=0.9, xx-drydock;q=0.8, en-GB-oed;q=0.5, *;q=0',
  Cookie: 'drydock; =drydock; a=%zz; b="c',
};
/** RFC 9110 13: conditions that every response meets or fails, and dates that are none. */
const conditions: Readonly<Record<string, string>> = {
  'If-None-Match': '*',
  'If-Modified-Since': 'yesterday',
  'If-Unmodified-Since': '0',
  'If-Range': '"drydock"',
};
const ofPages: Readonly<Record<string, string>> = {
  Origin: 'https://dashboard.example.com',
  Referer: 'https://dashboard.example.com/rates',
  'X-Requested-With': 'XMLHttpRequest',
  'Sec-Fetch-Mode': 'cors',
  DNT: '1',
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
  ['traced', 'with headers of proxies and of tracing', (request) => withHeaders(request, ofProxies), []],
  // A server may reject pages of other origins.
  ['page', 'with headers of a page', (request) => withHeaders(request, ofPages), [403]],
  ['conditions', 'on odd conditions', (request) => withHeaders(request, conditions), [304, 412]],
  // RFC 3986 6.2.2.2: the same path; a server that does not decode it has nothing there.
  [
    'encoded-path',
    'with a letter of its path as an escape',
    (request) => ({
      ...request,
      path: request.path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    }),
    [301, 308, 404],
  ],
  [
    'flag',
    'with a query that is a word alone',
    (request) => ({ ...request, path: `${request.path}?drydock` }),
    [404],
  ],
  ...['text/plain', 'application/x-www-form-urlencoded', 'no media type'].map((type): Head => [
    `type-${type.replace(/\W/g, '-')}`,
    `with Content-Type: ${type}, and no body`,
    (request) => withHeaders(request, { 'Content-Type': type }),
    [415],
  ]),
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
  [
    'escapes',
    'with escapes in its query that are no UTF-8 text',
    (request) => ({ ...request, path: `${request.path}?note=%ff%ed%a0%80%00%0d%0a%5c` }),
    [404],
  ],
];

/** Those that are sent with a body too. */
const ofAnyMethod: ReadonlySet<string> = new Set(['traced', 'page', 'conditions']);
/** Those that a server below the service may reject, in a form of its own. */
const malformed: ReadonlySet<string> = new Set(['percent', 'escapes', 'type-no-media-type', 'encoded-path']);

export default rule({
  title: 'A request with a long or odd head is served or rejected properly.',
  level: 'MUST',
  section: '7',
  sentence:
    '400 Bad Request: Invalid request parameters (missing required fields, invalid values, wrong types or formats).',
  expected: [
    'the documented status of success',
    'status 400',
    '404 or a redirection for an escaped path',
    '404 or 414 for a query, 431 for headers, 304 or 412 for conditions',
  ],
  appliesTo: { document: 'service' },
  priority: 5,
  cases: (planner) =>
    readingOperations(planner).flatMap((operation) =>
      heads
        .filter(([detail]) => operation.method === 'get' || ofAnyMethod.has(detail))
        .map(([detail, title, apply, rejections]): CaseDraft => ({
          detail,
          title: `a valid request ${title}`,
          operation,
          request: apply(planner.request(operation)),
          accept: [...planner.successStatuses(operation), ...planner.rejectionStatuses, ...rejections],
          ...(malformed.has(detail) && { responseLevel: 'SHOULD' }),
        })),
    ),
});
