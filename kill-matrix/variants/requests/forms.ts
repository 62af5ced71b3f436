/** Requests in unusual forms, which a server may take or refuse: sizes, media types, headers, methods, paths and spellings of the key. */
import { createHash } from 'node:crypto';
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { type Answer, type Call, enveloped } from '../../reference-server/stages.js';
import { refusal, rewrite, withHeaders } from '../../variations/changes.js';
import { served, status, type When } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { headerOf } from '../../variations/calls.js';
import {
  askRates,
  changed,
  listCategories,
  SHIPMENT,
  unknownPath,
  withKey,
} from '../../variations/requests.js';
import { type Apply, type Step, variantsOf } from '../../variations/variation.js';

const sizes = '8: the maximum request size is not shown';
const refused = (code: number, error: string, headers: Answer['headers'] = {}) =>
  refusal(code, error, error, headers);
/** Requests that got past credentials and quota. */
const past =
  (when: (call: Call) => boolean): When =>
  ({ status: known }, call) =>
    ![401, 403, 429].includes(known) && when(call);
const larger = (bytes: number, code: number, headers: Answer['headers'] = {}): Apply =>
  on(
    past(({ text }) => Buffer.byteLength(text) > bytes),
    refused(code, `The body has more than ${bytes} bytes`, headers),
  );
const bodyOf = (bytes: number): Step => askRates(changed('sender.address', 'x'.repeat(bytes)));
const typed = (type: string | null): Step => ({ ...askRates(), headers: { 'Content-Type': type } });
const accept = ({ headers }: Call) => String(headers.accept ?? '*/*');
const reads =
  (change: (call: Call) => Call): Apply =>
  ({ decide }) => ({ decide: (call) => decide(change(call)) });
/** Gives a path the meaning of one of the two operations. */
const paths = (meaning: (path: string) => string): Apply =>
  reads((call) => {
    const path = meaning(call.path);
    if (path === call.path) return call;
    const isGet = ['GET', 'HEAD'].includes(call.method);
    const isPost = call.method === 'POST';
    if (path === '/categories')
      return { ...call, path, allowed: ['GET'], operation: isGet ? 'listCategories' : undefined };
    if (path === '/get-shipping-rates')
      return { ...call, path, allowed: ['POST'], operation: isPost ? 'getShippingRates' : undefined };
    return call;
  });
/** Measures how deep brackets are nested; those in texts count too. */
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
/** Rejects lists because of a header that asks for nothing. */
const rejected = (name: string, pattern: RegExp, code: number) => ({
  section: '7: which operation can return which status is not shown',
  when: served('listCategories', ({ headers }) => pattern.test(String(headers[name] ?? ''))),
  change: () => enveloped(code, 'Rejected', [], [`${name} has a value that is not accepted here`]),
  witness: { ...listCategories, headers: { [name]: 'https://text/plain' } },
});

export default variantsOf('requests', { section: sizes })({
  'bodies-over-4-kb-413': {
    title: 'bodies over 4 KB are 413',
    apply: larger(4096, 413),
    witness: bodyOf(5000),
  },
  'bodies-over-16-kb-413-and-close': {
    title: 'bodies over 16 KB are 413, which closes the connection',
    apply: larger(16_384, 413, { Connection: 'close' }),
    witness: bodyOf(17_000),
  },
  'bodies-over-64-kb-400': {
    title: 'bodies over 64 KB are 400',
    apply: larger(65_536, 400),
    witness: bodyOf(70_000),
  },
  'bodies-over-32-kb-413-for-now': {
    section: 'RFC 9110 15.5.14: a 413 may say when to retry',
    title: 'bodies over 32 KB are 413 with Retry-After',
    apply: larger(32_768, 413, { 'Retry-After': '3600' }),
    witness: bodyOf(33_000),
  },
  'long-targets-414': {
    section: 'RFC 9110 15.5.15: how long a target may be is the server’s choice',
    title: 'paths and queries over 500 characters are 414',
    when: past(({ path, query }) => path.length + query.toString().length > 500),
    change: refused(414, 'The URI is too long'),
    witness: { method: 'GET', path: `/categories?a=${'x'.repeat(600)}` },
  },
  'deep-bodies-refused': {
    section: '8: bounds are not shown',
    title: 'bodies nested deeper than 16 are 400',
    when: past(({ text }) => depthOf(text) > 16),
    change: refused(400, 'The body is nested too deep'),
    witness: askRates(changed('note', JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`))),
  },
  'names-twice-refused': {
    section: 'RFC 8259 4: what a name twice means is unpredictable',
    title: 'a body that has weight_unit twice is 400',
    when: past(({ text }) => (text.match(/"weight_unit"\s*:/g) ?? []).length > 1),
    change: refused(400, 'weight_unit stands there twice'),
    witness: askRates(JSON.stringify(SHIPMENT).replace('{', '{"weight_unit":"KG",')),
  },
  'charset-other-than-utf-8-415': {
    section: 'RFC 8259 8.1: JSON is UTF-8',
    title: 'a Content-Type with another charset than UTF-8 is 415',
    when: past((call) => /charset\s*=\s*(?!"?utf-?8)/i.test(headerOf(call, 'content-type'))),
    change: refused(415, 'The charset must be UTF-8'),
    witness: typed('application/json; charset=iso-8859-1'),
  },
  'json-of-a-vendor-415': {
    section: '4: bodies have Content-Type: application/json',
    title: 'types such as application/vnd.api+json are 415',
    when: past(
      (call) => call.method === 'POST' && !/^application\/json\s*(;|$)/i.test(headerOf(call, 'content-type')),
    ),
    change: refused(415, 'Content-Type must be application/json', { Accept: 'application/json' }),
    witness: typed('application/vnd.api+json'),
  },
  'no-content-type-400': {
    section: '4: bodies have Content-Type: application/json',
    title: 'a body without Content-Type is 400, one of another type is read',
    when: past((call) => call.text !== '' && headerOf(call, 'content-type') === ''),
    change: refused(400, 'Content-Type is missing'),
    witness: typed(null),
  },
  'not-acceptable-406': {
    section: 'RFC 9110 15.5.7',
    title: 'a request that accepts no JSON is 406',
    when: past((call) => !/json|\*/i.test(accept(call))),
    change: refused(406, 'There is only application/json'),
    witness: { ...listCategories, headers: { Accept: 'text/html' } },
  },
  'get-with-body-refused': {
    section: '4.1: no request body',
    title: 'a GET with a body is 400',
    when: past(({ method, text }) => method === 'GET' && text !== ''),
    change: refused(400, 'The request must have no body'),
    witness: { ...listCategories, body: '{}' },
  },
  'query-on-rates-refused': {
    section: '4.2: no query is shown',
    title: 'a query on rates is 400',
    when: served('getShippingRates', ({ query }) => query.size > 0),
    change: refused(400, 'There is no such parameter'),
    witness: { ...askRates(), path: '/get-shipping-rates?debug=1' },
  },
  'unknown-methods-501': {
    section: 'RFC 9110 9.1: 501 for what no resource has',
    title: 'methods other than GET, HEAD and POST are 501',
    when: past(({ method }) => !['GET', 'HEAD', 'POST'].includes(method)),
    change: refused(501, 'Not implemented'),
  },
  'wrong-methods-405-with-head': {
    section: 'RFC 9110 10.2.1',
    title: 'Allow has HEAD beside GET, without a space',
    apply: on(status(405), (answer, call) =>
      withHeaders({ Allow: call.allowed.join(',').replace('GET', 'GET,HEAD') })(answer, call),
    ),
  },
  'options-204': {
    section: 'RFC 9110 9.3.7: OPTIONS is about the communication, no operation of the service',
    title: 'OPTIONS is 204 with CORS headers, without a key',
    apply: ({ decide, encode }) => ({
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
    witness: withKey(null, { method: 'OPTIONS', path: '/categories' }),
  },
  'cors-everywhere': {
    section: 'RFC 9110 5.1: more headers',
    title: 'every answer has CORS headers',
    answers: withHeaders({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
    }),
  },
  'paths-in-any-case': {
    section: '4: how paths are compared is not shown',
    title: 'paths are served in any case, as on Windows',
    apply: paths((path) => path.toLowerCase()),
    witness: { method: 'GET', path: '/Categories' },
  },
  'paths-decoded': {
    section: 'RFC 3986 6.2.2.2: %63 is c',
    title: 'paths are decoded before they are compared',
    apply: paths((path) =>
      path.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    ),
    witness: { method: 'GET', path: '/%63ategories' },
  },
  'slashes-merged': {
    section: '4: how paths are compared is not shown',
    title: 'several slashes count as one, as by nginx',
    apply: paths((path) => (path.startsWith('///') ? path : path.replace(/\/+/g, '/'))),
    witness: { method: 'GET', path: '//categories' },
  },
  'paths-with-json': {
    section: '4: what else is served is not shown',
    title: 'an ending of .json is ignored',
    apply: paths((path) => path.replace(/\.json$/, '')),
    witness: { method: 'GET', path: '/categories.json' },
  },
  'spaces-after-scheme': {
    section: 'RFC 9110 11.4: one space or more',
    title: 'several spaces may stand before the key',
    apply: reads((call) => {
      const authorization = call.headers.authorization?.toString().replace(/^Bearer +/, 'Bearer ');
      return { ...call, headers: { ...call.headers, ...(authorization && { authorization }) } };
    }),
    witness: withKey(`Bearer   ${DEFAULT_KEYS.valid}`),
  },
  'challenge-with-realm': {
    section: 'RFC 6750 3',
    title: 'a 401 challenges with realm, error and description',
    apply: challenge(
      'Bearer realm="shipping", error="invalid_token", error_description="The key, perhaps, has expired"',
    ),
  },
  'challenge-of-two-schemes': {
    section: 'RFC 9110 11.6.1: one challenge or more',
    title: 'a 401 challenges with two schemes in one line',
    apply: challenge('ApiKey realm="a, b", Bearer'),
  },
  'challenge-in-small-letters': {
    section: 'RFC 9110 11.1: schemes in any case',
    title: 'a 401 challenges with bearer',
    apply: challenge('bearer'),
  },
  'unknown-paths-need-no-key': {
    section: '5: calls carry a key; a path that is no operation is no call',
    title: 'a path that does not exist is 404 without a key',
    apply: ({ decide, authenticate }, { keys }) => ({
      decide: (call) =>
        call.allowed.length === 0 && authenticate(call)
          ? decide({ ...call, headers: { authorization: `Bearer ${keys.valid}` } })
          : decide(call),
    }),
    witness: withKey(null, unknownPath),
  },
  'refusals-are-slow': {
    section: '8: no time is stated',
    title: 'a 401 takes 60 ms, against guessing',
    apply: (stages, { wait }) => ({
      send: async (wire, response, call) => {
        if (wire.status === 401) await wait(60);
        await stages.send(wire, response, call);
      },
    }),
  },
  'keys-of-700-characters': {
    section: '5: the form of a key is not shown',
    title: 'keys are as long as signed tokens are',
    settings: { keys: longKeys },
  },
  'indented-for-browsers': {
    section: '4: responses are JSON, and RFC 8259 2 allows white space',
    title: 'a client that prefers HTML gets the envelope on several lines',
    when: (_, { headers }) => String(headers.accept).startsWith('text/html'),
    change: rewrite((json) => `${JSON.stringify(JSON.parse(json), null, 2)}\n`),
    witness: { ...listCategories, headers: { Accept: 'text/html,*/*;q=0.8' } },
  },
  'foreign-origins-403': { title: 'pages of other origins get 403', ...rejected('origin', /^https/, 403) },
  'types-without-body-415': {
    title: 'a media type without a body gets 415',
    ...rejected('content-type', /text|form|no/, 415),
  },
});
