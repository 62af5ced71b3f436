/** What a server may do with conditions, ranges, codings and heads that few clients send. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { enveloped, type Call } from '../../reference-server/stages.js';
import {
  all,
  anyAnswer,
  categories,
  on,
  page,
  status,
  success,
  withHeaders,
} from '../../variations/changes.js';
import { askRates, listCategories, SHIPMENT, withKey } from '../../variations/requests.js';
import { recode, resend } from '../../variations/sending.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const variant = variationsOf('connections');
const text = (call: Call, name: string) => String(call.headers[name] ?? '');
const ask = (path: string, headers: Step['headers'] = {}): Step => ({ method: 'GET', path, headers });
const ownPage = page(400, 'text/html', '<html><h1>HTTP Status 400 – Bad Request</h1></html>');

export default [
  variant(
    'ranges-served',
    'RFC 9110 14.2: a server may honour Range',
    'a range of the list is 206 with Content-Range',
    (stages) => ({
      encode(answer, call) {
        const wire = stages.encode(answer, call);
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(text(call, 'range')) ?? [];
        if (answer.status !== 200 || call.method !== 'GET' || to === undefined) return wire;
        const bytes = wire.bytes.subarray(Number(from), Number(to) + 1);
        const range = `bytes ${from}-${Number(from) + bytes.length - 1}/${wire.bytes.length}`;
        const headers = { ...wire.headers, 'Content-Length': String(bytes.length), 'Content-Range': range };
        return { status: 206, headers, bytes };
      },
    }),
    ask('/categories', { Range: 'bytes=0-9' }),
  ),
  variant(
    'ranges-not-satisfied',
    'RFC 9110 15.5.17: a server may refuse a range',
    'any range is 416',
    on(
      all(categories, (_, call) => text(call, 'range') !== ''),
      () => enveloped(416, 'Range not satisfiable', [], ['The list has no ranges']),
    ),
    ask('/categories', { Range: 'bytes=0-9' }),
  ),
  variant(
    'revalidated-by-date',
    'RFC 9110 13.1.3: a server may have Last-Modified',
    'the list has Last-Modified and a weak ETag, and is 304 to those who have it',
    (stages, settings) => {
      const stamps = { 'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT', ETag: 'W/"2024"' };
      const stamped = on(categories, withHeaders(stamps))(stages, settings);
      return {
        decide(call) {
          const answer = (stamped.decide ?? stages.decide)(call);
          const isSame = text(call, 'if-none-match').split(/,\s*/).includes('W/"2024"');
          return answer.status === 200 && isSame ? { ...answer, status: 304, raw: '' } : answer;
        },
      };
    },
    ask('/categories', { 'If-None-Match': 'W/"2024"' }),
  ),
  variant(
    'coding-identity-said',
    'RFC 9110 8.4.1: identity is no coding',
    'every answer has Content-Encoding: identity',
    on(anyAnswer, withHeaders({ 'Content-Encoding': 'identity' })),
    listCategories,
  ),
  variant(
    'coding-x-gzip',
    'RFC 9110 8.4.1.3: x-gzip is gzip',
    'answers are said to be x-gzip, for those who accept gzip',
    (stages, settings) => {
      const accepts = (call: Call) => /\bgzip\b(?!\s*;\s*q=0)/.test(text(call, 'accept-encoding'));
      const zipped = resend(anyAnswer, (bytes) => gzipSync(bytes), { 'Content-Encoding': 'x-gzip' });
      return {
        encode: (answer, call) =>
          (accepts(call) ? zipped(stages, settings).encode : undefined)?.(answer, call) ??
          stages.encode(answer, call),
      };
    },
    ask('/categories', { 'Accept-Encoding': 'gzip' }),
  ),
  variant(
    'compressed-requests-read',
    'RFC 9110 8.4: a server may read compressed content',
    'a compressed request body is read',
    ({ validate, operate }) => {
      const unzipped = (call: Call): Call => {
        if (text(call, 'content-encoding') !== 'gzip') return call;
        try {
          return { ...call, body: JSON.parse(gunzipSync(Buffer.concat(call.pieces)).toString()) as unknown };
        } catch {
          return call;
        }
      };
      return { validate: (call) => validate(unzipped(call)), operate: (call) => operate(unzipped(call)) };
    },
    { ...askRates(SHIPMENT, { 'Content-Encoding': 'gzip' }), body: gzipSync(JSON.stringify(SHIPMENT)) },
  ),
  variant(
    'compressed-requests-415',
    'RFC 9110 8.4: a server may reject a coding with 415',
    'a compressed request body is 415',
    on(
      (_, call) => text(call, 'content-encoding') === 'gzip',
      () => enveloped(415, 'Unsupported media type', [], ['Compressed bodies are not read']),
    ),
    { ...askRates(SHIPMENT, { 'Content-Encoding': 'gzip' }), body: gzipSync(JSON.stringify(SHIPMENT)) },
  ),
  variant(
    'empty-accept-406',
    'RFC 9110 12.5.1: an empty Accept names nothing',
    'an empty Accept is 406',
    on(
      all(success, (_, { headers }) => headers.accept === ''),
      () => enveloped(406, 'Not acceptable', [], ['Accept names nothing']),
    ),
    ask('/categories', { Accept: '' }),
  ),
  variant(
    'malformed-targets-refused-below',
    '4 says nothing of what is no request; RFC 9112 3.2: an invalid request-target may be 400',
    'a container refuses %zz, %2F and dots with a page of its own',
    on((_, { target }) => /%(?![0-9a-f]{2})|%2f|\/\.\./i.test(target), ownPage),
    ask('/drydock%2Fx'),
  ),
  variant(
    'two-authorizations-400',
    'RFC 9110 5.3: Authorization is no list',
    'two Authorization headers are 400',
    on(
      (_, { headerNames }) => headerNames.filter((name) => /^authorization$/i.test(name)).length > 1,
      () => enveloped(400, 'Invalid request', [], ['There must be one Authorization header']),
    ),
    {
      ...listCategories,
      message: [
        'GET /api/v1/developer/categories HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n',
      ],
    },
  ),
  variant(
    'head-of-unknown-405',
    'RFC 9110 9.3.2: HEAD may be unsupported',
    'HEAD is 405 at every path',
    on(
      (_, { method }) => method === 'HEAD',
      (answer) =>
        answer.status === 401
          ? answer
          : { ...enveloped(405, 'Method not allowed', [], ['Use GET']), headers: { Allow: 'GET' } },
    ),
    { method: 'HEAD', path: '/nothing-here' },
  ),
  variant(
    'challenge-with-error',
    'RFC 6750 3: a challenge may name an error',
    'the challenge says what is wrong with the token, beside another scheme',
    on(
      status(401),
      withHeaders({
        'WWW-Authenticate':
          'DPoP algs="ES256", Bearer realm="api", error="invalid_token", error_description="The key, if any, is not known"',
      }),
    ),
    withKey(null),
  ),
  variant(
    'bodies-of-get-415',
    'RFC 9110 9.3.1: content of a GET may lead to its rejection',
    'a GET with content is 415',
    on(
      all(success, (_, { method, text: body }) => method === 'GET' && body !== ''),
      () => enveloped(415, 'Unsupported media type', [], ['A GET has no body']),
    ),
    { ...listCategories, headers: { 'Content-Length': '2' }, body: '{}' },
  ),
  variant(
    'agent-required',
    '5 rule 5: permission scopes are not shown',
    'a client without User-Agent is 403',
    on(
      all(success, (_, { headers }) => headers['user-agent'] === undefined),
      () => enveloped(403, 'Insufficient permissions', [], ['Send a User-Agent']),
    ),
    listCategories,
  ),
  variant(
    'many-headers-431',
    'RFC 6585 5: a server may limit header fields',
    'more than forty headers are 431',
    on(
      all(success, (_, { headerNames }) => headerNames.length > 40),
      () => enveloped(431, 'Request header fields too large', [], ['There are more than 40 headers']),
    ),
    {
      ...listCategories,
      headers: Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`X-${index}`, 'a'])),
    },
  ),
  variant(
    'answers-in-no-charset-of-utf-8',
    'RFC 8259 11: a charset has no effect',
    'Content-Type says US-ASCII, and what is not ASCII is escaped',
    (stages) => ({
      encode(answer, call) {
        const json = (answer.raw ?? JSON.stringify(answer.body)).replace(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        const type = { 'Content-Type': 'application/json; charset=us-ascii' };
        return stages.encode({ ...answer, raw: json, headers: { ...type, ...answer.headers } }, call);
      },
    }),
    listCategories,
  ),
  variant(
    'lines-of-the-list',
    'RFC 8259 2: white space',
    'answers end in a line feed',
    recode(anyAnswer, ({ bytes, headers }) => ({
      bytes: Buffer.concat([bytes, Buffer.from('\n')]),
      headers: { ...headers, 'Content-Length': String(bytes.length + 1) },
    })),
    listCategories,
  ),
];
