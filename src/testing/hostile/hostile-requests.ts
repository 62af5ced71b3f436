/** Complete but unusual requests; each must get one response. */
import { fc } from '../properties/fast-check.js';
import type { HostileCase, Responder } from './hostile-case.js';
import { poisonBody, utf8 } from './poison.js';

/** Credentials that the mock under test accepts. */
export interface Credentials {
  readonly controlToken: string;
}

const methods = [
  ...Array.from({ length: 8 }, () => ['GET', 'POST']).flat(),
  ...['PUT', 'PUT', 'DELETE', 'DELETE', 'PATCH', 'HEAD', 'HEAD', 'OPTIONS', 'TRACE'],
  ...['PROPFIND', 'M-SEARCH', 'PURGE', 'LINK', 'SUBSCRIBE', 'LOCK'],
];

const nasty = fc.constantFrom(
  ...['%', '%00', '%zz', '%2e%2e%2f', '..%2f..%2fetc%2fpasswd', '../../etc/passwd', '%c0%ae%c0%ae/'],
  ...['%ff%fe', '//', '/./', '\\..\\', ';a=b', '__proto__', 'constructor', '%E2%80%AE', '\xff\xfe', '%252e'],
  ...['~normal', ''],
  ...['a'.repeat(3000), '%41'.repeat(1000), "'", '"><script>', '{tracking_number}', ':name', '*', '(.*)+$'],
);

const servicePath = fc.oneof(
  fc.constantFrom('/categories', '/get-shipping-rates', '/create-order', '/orders/DDK1', '/'),
  nasty.map((part) => `/orders/${part}`),
  nasty.map((part) => `/${part}`),
  fc.tuple(fc.constantFrom('/categories', '/orders'), nasty).map(([path, part]) => path + part),
);

const query = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...['?', '?a', '?a=%', '?__proto__[x]=1', '?a[]=1&a[]=2', '?constructor=1', '?%00', '?token=x'],
      ...['?api_key=1', '?limit=1e400', '?limit=-1', '?status=500&status=200', '?operation=__proto__'],
      ...['?sandbox=%F0%9F', '?#'],
    ),
  },
  { weight: 1, arbitrary: fc.nat(1500).map((count) => `?${'a=b&'.repeat(count)}`) },
);

const serviceTarget = fc
  .tuple(fc.constantFrom('', '', '/api/v1/developer'), servicePath, query)
  .map((parts) => parts.join(''));

const drydockPaths = [
  ...['scenarios', 'default-scenario', 'sandboxes', 'sandboxes/x/scenario', 'sandboxes/x/requests'],
  ...['metrics'],
  ...['sandboxes/x/requests/1', 'sandboxes/x/verify', 'sandboxes/x/coverage', 'sandboxes/x/reset', 'keys'],
  ...['keys/1', 'health', 'ready', 'docs', 'docs/control', 'docs/openapi.json', 'control-api.json', ''],
  ...['assets/'],
  ...['logos/kestrel.svg', 'docs/reference.css', 'nothing'],
];
const drydockTarget = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...drydockPaths),
      fc
        .tuple(fc.constantFrom('assets/', 'logos/', 'docs/', 'sandboxes/', 'keys/', ''), nasty)
        .map((both) => both.join('')),
      nasty.map((name) => `sandboxes/${name}/scenario`),
    ),
    query,
  )
  .map(([path, rest]) => `/__drydock/${path}${rest}`);

interface Target {
  readonly responder: Responder | undefined;
  readonly path: string;
}
const sentTo =
  (responder: Responder | undefined) =>
  (path: string): Target => ({ responder, path });

/** Paths, and the other forms that a target may have (RFC 9112 section 3.2). */
const target = fc.oneof(
  { weight: 12, arbitrary: serviceTarget.map(sentTo('service')) },
  { weight: 8, arbitrary: drydockTarget.map(sentTo('drydock')) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('http://evil.test', 'HTTPS://127.0.0.1:1', 'http://', 'ftp://x', 'http:///'),
        serviceTarget,
      )
      .map(([origin, path]) => sentTo(undefined)(origin + path)),
  },
  { weight: 1, arbitrary: fc.constantFrom('*', 'x', '?', 'a:b').map(sentTo(undefined)) },
);

const scenarioNames = fc.constantFrom(
  ...['normal', 'bad-request', 'not-found', 'status-404', 'empty-categories', 'status-500x', '__proto__', ''],
  ...['normal, normal', ','.repeat(50), 'status-', 'constructor', 'x'.repeat(2000), '\xe9', 'no-couriers'],
);

/** A credential; undefined stands for the one that is right for the address. */
const authorization = (token: string): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...['Bearer dk_test_fuzz', `Bearer ${token}`, `bearer ${token} `, `Bearer ${token.slice(0, -1)}`],
        ...['Bearer'],
        ...['Bearer ', 'Basic Og==', 'bearer dk_test_a~', 'Bearer dk_test_a~~~~', 'Bearer dk_test_..', ''],
        ...[`Bearer dk_test_${'~x'.repeat(3000)}`, 'Bearer \xff\xfe', 'Digest a="b', 'Bearer dk_expired_a'],
        ...['Bearer dk_limited_a', 'Bearer dk_test_a~not-found', 'Bearer dk_test___proto__', 'Bearer a b c'],
        ...['Bearer dk_test_constructor', `Bearer ${'~'.repeat(12_000)}`],
      ),
    },
  );

const contentType = fc.constantFrom(
  ...Array.from({ length: 16 }, () => 'application/json'),
  ...['application/json; charset=utf-8', ''],
  ...['application/json; charset=utf-16', 'application/x-www-form-urlencoded'],
  ...['multipart/form-data; boundary=x', 'text/plain', `application/json;${' '.repeat(3000)}x`],
  ...['application/json, application/json', ';;;', '\xff'],
);

const oddHeader = (host: string) =>
  fc.oneof(
    scenarioNames.map((name) => `X-Mock-Scenario: ${name}`),
    fc
      .constantFrom(
        ...['code=404', 'code=', 'code=1e9', 'example=__proto__'],
        ...['dynamic=true', 'code=404, code=400', ';=,"', 'wait=1'],
      )
      .map((text) => `Prefer: ${text}`),
    fc.constantFrom(
      ...['Accept: text/html', 'Accept: */*;q=x', 'Origin: null', 'Origin: http://evil.test'],
      ...[`Origin: http://${host}`, 'Content-Encoding: gzip', 'Content-Encoding: identity'],
      ...['Expect: 100-continue', 'Expect: the-worst', 'Cookie: a=b; __proto__=c'],
      ...['X-Forwarded-Host: evil.test', 'X-HTTP-Method-Override: DELETE', 'Range: bytes=0-'],
      ...['If-None-Match: *', 'If-Modified-Since: x', 'Upgrade: websocket', 'TE: trailers'],
      ...['Trailer: Content-Length', '__proto__: x', 'constructor: x', 'Sec-Fetch-Site: cross-site'],
      ...['Host: other.test', 'Proxy-Connection: close'],
      ...['Authorization: Bearer second', 'Content-Type: text/second', 'Access-Control-Request-Method: POST'],
    ),
    fc
      .integer({ min: 1, max: 400 })
      .map((count) => lines(Array.from({ length: count }, (_, index) => `X-${index}: y`))),
    fc.integer({ min: 1, max: 15_000 }).map((length) => `X-Long: ${'z'.repeat(length)}`),
    fc
      .string({ maxLength: 30 })
      .map((text) => `X-Text: ${utf8(text).replace(/[^\t\x20-\x7e\x80-\xff]/g, '')}`),
  );

const hostLine = (host: string) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(`Host: ${host}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...['Host: evil.test', 'Host:', 'Host: [::1'],
        ...['Host: a b', 'Host: \xff', `Host: ${'h'.repeat(500)}`],
      ),
    },
  );

/** A framing of the body. */
type Framing = (body: string) => string;
const byLength: Framing = (body) => `Content-Length: ${body.length}\r\n\r\n${body}`;
const inChunks =
  (size: number, extension: string, trailer: string): Framing =>
  (body) => {
    let text = 'Transfer-Encoding: chunked\r\n\r\n';
    for (let at = 0; at < body.length; at += size) {
      const chunk = body.slice(at, at + size);
      text += `${chunk.length.toString(16)}${extension}\r\n${chunk}\r\n`;
    }
    return `${text}0\r\n${trailer}\r\n`;
  };
const framing = fc.oneof(
  { weight: 4, arbitrary: fc.constant(byLength) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<[number, string, string]>(
        [7, '', ''],
        [512, '', 'Trailer-Field: x\r\n'],
        // The parser of Node 20.19 refuses a quoted value behind an unquoted one; hostile-streams.ts sends that.
        [65_536, ';a="d e";b=c', ''],
        [65_536, `;${'e'.repeat(500)}`, 'Authorization: Bearer x\r\n'],
      )
      .map((parts) => inChunks(...parts)),
  },
);

/** One whole request. */
export function hostileRequest({ controlToken }: Credentials, host: string): fc.Arbitrary<HostileCase> {
  return fc
    .record({
      method: fc.constantFrom(...methods),
      target,
      host: hostLine(host),
      authorization: authorization(controlToken),
      contentType,
      odd: fc.array(oddHeader(host), { maxLength: 2 }),
      body: fc.oneof({ weight: 2, arbitrary: poisonBody }, { weight: 1, arbitrary: fc.constant(undefined) }),
      frame: framing,
    })
    .map(({ method, target: { responder, path }, body, frame, ...head }) => {
      const rest = body === undefined ? '\r\n' : frame(body);
      const right = `Bearer ${responder === 'drydock' ? controlToken : 'dk_test_fuzz'}`;
      const fields = [
        head.host,
        `Authorization: ${head.authorization ?? right}`,
        `Content-Type: ${head.contentType}`,
      ];
      return {
        kind: `${responder ?? 'odd target'}, ${body === undefined ? 'no body' : frame === byLength ? 'body' : 'chunks'}`,
        bytes: `${method} ${path} HTTP/1.1\r\n${lines([...fields, ...head.odd])}\r\n${rest}`,
        requests: [{ head: method === 'HEAD', responder }],
        shape: 'whole',
      } as const;
    });
}

/** Several whole requests at once. */
export function hostilePipeline(request: fc.Arbitrary<HostileCase>): fc.Arbitrary<HostileCase> {
  return fc.array(request, { minLength: 2, maxLength: 6 }).map((cases) => ({
    kind: 'pipeline',
    bytes: cases.map(({ bytes }) => bytes).join(''),
    requests: cases.flatMap(({ requests }) => requests),
    shape: 'whole',
  }));
}

function lines(fields: readonly string[]): string {
  return fields.join('\r\n');
}
