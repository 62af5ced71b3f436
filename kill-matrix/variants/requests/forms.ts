/** Requests in unusual forms, which a server may take or refuse: sizes, media types, methods, paths and spellings of the key. */
import { createHash } from 'node:crypto';
import { on, served, status, withHeaders } from '../../variations/changes.js';
import {
  askRates,
  changed,
  listCategories,
  SHIPMENT,
  unknownPath,
  withKey,
} from '../../variations/requests.js';
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { enveloped, type Answer, type Call } from '../../reference-server/stages.js';
import { variationsOf, type Apply, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('requests');
const sizes = '8: the maximum request size is not shown';

const refused = (code: number, error: string, headers: Record<string, string> = {}): Answer => ({
  ...enveloped(code, error, [], [error]),
  headers,
});
/** Refuses requests that got past credentials and quota. */
const refuse = (when: (call: Call) => boolean, answer: () => Answer): Apply =>
  on((known, call) => ![401, 403, 429].includes(known.status) && when(call), answer);
const larger = (bytes: number, code: number, headers: Record<string, string> = {}): Apply =>
  refuse(
    ({ text }) => Buffer.byteLength(text) > bytes,
    () => refused(code, `The body has more than ${bytes} bytes`, headers),
  );
const bodyOf = (bytes: number): Step => askRates(changed('sender.address', 'x'.repeat(bytes)));
const mediaType = ({ headers }: Call) => String(headers['content-type'] ?? '');
const typed = (type: string | null): Step => ({ ...askRates(), headers: { 'Content-Type': type } });
const accept = ({ headers }: Call) => String(headers.accept ?? '*/*');
const authorization = ({ headers }: Call) => String(headers.authorization ?? '');
const reads =
  (change: (call: Call) => Call): Apply =>
  ({ decide }) => ({ decide: (call) => decide(change(call)) });
/** Gives a path the meaning of one of the two operations. */
const paths = (meaning: (path: string) => string): Apply =>
  reads((call) => {
    const path = meaning(call.path);
    if (path === call.path) return call;
    if (path === '/categories')
      return {
        ...call,
        path,
        allowed: ['GET'],
        operation: ['GET', 'HEAD'].includes(call.method) ? 'listCategories' : undefined,
      };
    if (path === '/get-shipping-rates')
      return {
        ...call,
        path,
        allowed: ['POST'],
        operation: call.method === 'POST' ? 'getShippingRates' : undefined,
      };
    return call;
  });
const variant = (id: string, section: string, title: string, apply: Apply, step: Step | Step[]): Variation =>
  write(id, section, title, apply, step);
/** How deep brackets are nested; those in texts count too. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const sign of text) {
    if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++depth);
    if (sign === ']' || sign === '}') depth -= 1;
  }
  return deepest;
}
/** A key of a kilobyte that has no words in it. */
const longKey = (seed: string) =>
  Array.from({ length: 8 }, (_, part) =>
    createHash('sha512').update(`${seed}${part}`).digest('base64url'),
  ).join('.');
const longKeys = { valid: longKey('v'), expired: longKey('e'), limited: longKey('l') };
const challenge = (value: string) => on(status(401), withHeaders({ 'WWW-Authenticate': value }));

export default [
  variant('bodies-over-4-kb-413', sizes, 'bodies over 4 KB are 413', larger(4096, 413), bodyOf(5000)),
  variant(
    'bodies-over-16-kb-413-and-close',
    sizes,
    'bodies over 16 KB are 413, which closes the connection',
    larger(16_384, 413, { Connection: 'close' }),
    bodyOf(17_000),
  ),
  variant(
    'bodies-over-100-kb-413',
    sizes,
    'bodies over 100 KB are 413',
    larger(102_400, 413),
    bodyOf(110_000),
  ),
  variant('bodies-over-64-kb-400', sizes, 'bodies over 64 KB are 400', larger(65_536, 400), bodyOf(70_000)),
  variant(
    'bodies-over-32-kb-413-for-now',
    'RFC 9110 15.5.14: a 413 may say when to retry',
    'bodies over 32 KB are 413 with Retry-After',
    larger(32_768, 413, { 'Retry-After': '3600' }),
    bodyOf(33_000),
  ),
  variant(
    'long-targets-414',
    'RFC 9110 15.5.15: how long a target may be is the server’s choice',
    'paths and queries over 500 characters are 414',
    refuse(
      ({ path, query }) => path.length + query.toString().length > 500,
      () => refused(414, 'The URI is too long'),
    ),
    { method: 'GET', path: `/categories?a=${'x'.repeat(600)}` },
  ),
  variant(
    'deep-bodies-refused',
    '8: bounds are not shown',
    'bodies nested deeper than 16 are 400',
    refuse(
      ({ text }) => depthOf(text) > 16,
      () => refused(400, 'The body is nested too deep'),
    ),
    askRates(changed('note', JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`))),
  ),
  variant(
    'names-twice-refused',
    'RFC 8259 4: what a name twice means is unpredictable',
    'a body that has weight_unit twice is 400',
    refuse(
      ({ text }) => (text.match(/"weight_unit"\s*:/g) ?? []).length > 1,
      () => refused(400, 'weight_unit stands there twice'),
    ),
    askRates(JSON.stringify(SHIPMENT).replace('{', '{"weight_unit":"KG",')),
  ),
  variant(
    'charset-other-than-utf-8-415',
    'RFC 8259 8.1: JSON is UTF-8',
    'a Content-Type with another charset than UTF-8 is 415',
    refuse(
      (call) => /charset\s*=\s*(?!"?utf-?8)/i.test(mediaType(call)),
      () => refused(415, 'The charset must be UTF-8'),
    ),
    typed('application/json; charset=iso-8859-1'),
  ),
  variant(
    'json-of-a-vendor-415',
    '4: bodies have Content-Type: application/json',
    'types such as application/vnd.api+json are 415',
    refuse(
      (call) => call.method === 'POST' && !/^application\/json\s*(;|$)/i.test(mediaType(call)),
      () => refused(415, 'Content-Type must be application/json', { Accept: 'application/json' }),
    ),
    typed('application/vnd.api+json'),
  ),
  variant(
    'no-content-type-400',
    '4: bodies have Content-Type: application/json',
    'a body without Content-Type is 400, one of another type is read',
    refuse(
      (call) => call.text !== '' && mediaType(call) === '',
      () => refused(400, 'Content-Type is missing'),
    ),
    typed(null),
  ),
  variant(
    'not-acceptable-406',
    'RFC 9110 15.5.7',
    'a request that accepts no JSON is 406',
    refuse(
      (call) => !/json|\*/i.test(accept(call)),
      () => refused(406, 'There is only application/json'),
    ),
    { ...listCategories, headers: { Accept: 'text/html' } },
  ),
  variant(
    'get-with-body-refused',
    '4.1: no request body',
    'a GET with a body is 400',
    refuse(
      ({ method, text }) => method === 'GET' && text !== '',
      () => refused(400, 'The request must have no body'),
    ),
    { ...listCategories, body: '{}' },
  ),
  variant(
    'query-on-rates-refused',
    '4.2: no query is shown',
    'a query on rates is 400',
    on(
      served('getShippingRates', ({ query }) => query.size > 0),
      () => refused(400, 'There is no such parameter'),
    ),
    { ...askRates(), path: '/get-shipping-rates?debug=1' },
  ),
  variant(
    'unknown-methods-501',
    'RFC 9110 9.1: 501 for what no resource has',
    'methods other than GET, HEAD and POST are 501',
    refuse(
      ({ method }) => !['GET', 'HEAD', 'POST'].includes(method),
      () => refused(501, 'Not implemented'),
    ),
    { method: 'DELETE', path: '/categories' },
  ),
  variant(
    'wrong-methods-405-with-head',
    'RFC 9110 10.2.1',
    'Allow has HEAD beside GET, without a space',
    on(status(405), (answer, call) =>
      withHeaders({ Allow: call.allowed.join(',').replace('GET', 'GET,HEAD') })(answer, call),
    ),
    { method: 'DELETE', path: '/categories' },
  ),
  variant(
    'options-204',
    'RFC 9110 9.3.7: OPTIONS is about the communication, no operation of the service',
    'OPTIONS is 204 with CORS headers, without a key',
    ({ decide, encode }) => ({
      decide: (call) =>
        call.method === 'OPTIONS' ? { ...enveloped(200, '', []), status: 204, raw: '' } : decide(call),
      encode: (answer, call) =>
        answer.status === 204
          ? {
              status: 204,
              headers: {
                Allow: 'GET, HEAD, POST, OPTIONS',
                'Access-Control-Allow-Origin': '*',
                'Access-Control-Allow-Headers': 'authorization, content-type',
              },
              bytes: Buffer.alloc(0),
            }
          : encode(answer, call),
    }),
    withKey(null, { method: 'OPTIONS', path: '/categories' }),
  ),
  variant(
    'cors-everywhere',
    'RFC 9110 5.1: more headers',
    'every answer has CORS headers',
    on(
      () => true,
      withHeaders({
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
      }),
    ),
    listCategories,
  ),
  variant(
    'paths-in-any-case',
    '4: how paths are compared is not shown',
    'paths are served in any case, as on Windows',
    paths((path) => path.toLowerCase()),
    { method: 'GET', path: '/Categories' },
  ),
  variant(
    'paths-decoded',
    'RFC 3986 6.2.2.2: %63 is c',
    'paths are decoded before they are compared',
    paths((path) =>
      path.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    ),
    { method: 'GET', path: '/%63ategories' },
  ),
  variant(
    'slashes-merged',
    '4: how paths are compared is not shown',
    'several slashes count as one, as by nginx',
    // What begins with three lies outside of the base path (reference-server/read-call.ts).
    paths((path) => (path.startsWith('///') ? path : path.replace(/\/+/g, '/'))),
    { method: 'GET', path: '//categories' },
  ),
  variant(
    'paths-with-json',
    '4: what else is served is not shown',
    'an ending of .json is ignored',
    paths((path) => path.replace(/\.json$/, '')),
    { method: 'GET', path: '/categories.json' },
  ),
  variant(
    'spaces-after-scheme',
    'RFC 9110 11.4: one space or more',
    'several spaces may stand before the key',
    reads((call) => ({
      ...call,
      headers: {
        ...call.headers,
        ...(call.headers.authorization === undefined
          ? {}
          : { authorization: authorization(call).replace(/^Bearer +/, 'Bearer ') }),
      },
    })),
    withKey(`Bearer   ${DEFAULT_KEYS.valid}`),
  ),
  variant(
    'challenge-with-realm',
    'RFC 6750 3',
    'a 401 challenges with realm, error and description',
    challenge(
      'Bearer realm="shipping", error="invalid_token", error_description="The key, perhaps, has expired"',
    ),
    withKey(null),
  ),
  variant(
    'challenge-of-two-schemes',
    'RFC 9110 11.6.1: one challenge or more',
    'a 401 challenges with two schemes in one line',
    challenge('ApiKey realm="a, b", Bearer'),
    withKey(null),
  ),
  variant(
    'challenge-in-small-letters',
    'RFC 9110 11.1: schemes in any case',
    'a 401 challenges with bearer',
    challenge('bearer'),
    withKey(null),
  ),
  variant(
    'unknown-paths-need-no-key',
    '5: calls carry a key; a path that is no operation is no call',
    'a path that does not exist is 404 without a key',
    ({ decide, authenticate }, { keys }) => ({
      decide: (call) =>
        call.allowed.length === 0 && authenticate(call)
          ? decide({ ...call, headers: { authorization: `Bearer ${keys.valid}` } })
          : decide(call),
    }),
    withKey(null, unknownPath),
  ),
  variant(
    'refusals-are-slow',
    '8: no time is stated',
    'a 401 takes 60 ms, against guessing',
    (stages, { wait }) => ({
      send: async (wire, response, call) => {
        if (wire.status === 401) await wait(60);
        await stages.send(wire, response, call);
      },
    }),
    withKey(null),
  ),
  write(
    'keys-of-700-characters',
    '5: the form of a key is not shown',
    'keys are as long as signed tokens are',
    (stages) => stages,
    withKey(`Bearer ${longKeys.valid}`),
    { keys: longKeys },
  ),
];
