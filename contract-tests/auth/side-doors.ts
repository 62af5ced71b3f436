import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import { withHeaders, type RequestParts } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { versionPrefix } from '../routing/steps/version-prefix.js';
import { ofOperators, queryOfOperators } from './steps/operators.js';

type Door = readonly [detail: string, title: string, apply: (bare: RequestParts) => RequestParts | undefined];

/** Headers that a page of the service itself would send. */
const ofPage = {
  Origin: 'https://dashboard.example.com',
  Referer: 'https://dashboard.example.com/',
  'X-Requested-With': 'XMLHttpRequest',
  'Sec-Fetch-Site': 'same-origin',
};

/** Ways to reach the operation past a check that looks at one path, one method or one network only. */
const doors: readonly Door[] = [
  ['trailing-slash', 'with a slash at the end of the path', (bare) => ({ ...bare, path: `${bare.path}/` })],
  ['upper-case', 'with its path in capitals', (bare) => ({ ...bare, path: bare.path.toUpperCase() })],
  ['double-slash', 'with two slashes', (bare) => ({ ...bare, path: `/${bare.path}` })],
  ['suffix', 'with .json after its path', (bare) => ({ ...bare, path: `${bare.path}.json` })],
  ['prefix', 'below the prefix of the version', (bare) => ({ ...bare, path: versionPrefix + bare.path })],
  [
    'query',
    'with a query, as if from a health check',
    (bare) =>
      withHeaders({ ...bare, path: bare.path + queryOfOperators }, { 'User-Agent': 'kube-probe/1.29' }),
  ],
  [
    'local',
    'as if from the server itself',
    (bare) => withHeaders(bare, { ...ofOperators, 'X-Forwarded-For': '127.0.0.1', 'X-Real-IP': '127.0.0.1' }),
  ],
  [
    'network',
    'as if from a network of its own',
    (bare) => withHeaders(bare, { 'X-Forwarded-For': '10.0.0.1', 'X-Real-IP': '10.0.0.1' }),
  ],
  [
    'origin',
    'as if from a page, with the tag of a response that it may have',
    (bare) => withHeaders(bare, { ...ofPage, ...(bare.method === 'GET' && { 'If-None-Match': '*' }) }),
  ],
  [
    'override',
    'with another method in a header',
    (bare) => withHeaders(bare, { 'X-HTTP-Method-Override': 'OPTIONS' }),
  ],
  [
    'original-url',
    'with another path in headers',
    (bare) => withHeaders(bare, { 'X-Original-URL': '/health', 'X-Rewrite-URL': '/health' }),
  ],
  ['head', 'by HEAD', (bare) => (bare.method === 'GET' ? { ...bare, method: 'HEAD' } : undefined)],
  [
    'chunked',
    'with its body in chunks',
    (bare) => (bare.body === undefined ? undefined : { ...bare, wire: { chunks: { bytes: 65_536 } } }),
  ],
  [
    'http-1.0',
    'of HTTP/1.0',
    (bare) => (bare.method === 'GET' ? { ...bare, wire: { version: '1.0' } } : undefined),
  ],
  [
    'absolute',
    'with the whole address in its first line',
    (bare) => ({ ...bare, wire: { target: 'absolute' } }),
  ],
];

/** Statuses of a server that doesn't have this path or method, or redirects to the one that checks the key. */
const notHere = [301, 302, 307, 308, 400, 404, 405, 411, 412, 426, 501, 505];

export default rule({
  title: 'Another spelling of the path or the method does not bypass the key.',
  level: 'MUST',
  section: '5 rule 1',
  sentence:
    'Every request carries the header Authorization with the value Bearer followed by a space and <API_KEY>.',
  expected: ['status 401', 'a status that says that nothing is there, such as 404 or 405', 'a redirection'],
  appliesTo: { document: 'service' },
  priority: 3,
  cases: (planner) =>
    planner.guarded.flatMap((operation) =>
      doors.flatMap(([detail, title, apply]): CaseDraft[] => {
        const request = apply(planner.requestWithoutKey(operation));
        if (request === undefined) return [];
        const accept = ['local', 'network'].includes(detail) ? [] : notHere;
        return [
          {
            detail,
            title: `without a key, ${title}`,
            operation,
            request,
            accept: [...planner.unauthorizedStatuses, ...accept],
            // The form of a response to an undocumented path is not stated.
            responseLevel: 'SHOULD',
          },
        ];
      }),
    ),
  check(exchange) {
    const finding = acceptedStatus(exchange);
    const { status } = exchange.response;
    // Another rejection lets nobody in.
    const isRejection = finding !== 'pass' && status >= 400 && status < 500;
    return isRejection ? { actual: `status ${status}`, level: 'SHOULD' } : finding;
  },
});
