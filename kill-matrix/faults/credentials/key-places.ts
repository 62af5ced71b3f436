/** Credentials that come in another form or place, and are taken; section 5 rule 1 knows one header with one value. */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import type { Call } from '../../reference-server/stages.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askRates, listCategories, rawRequest, SHIPMENT, withKey } from '../../variations/requests.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('places of the key');
const { valid } = DEFAULT_KEYS;
const header = (call: Call) => String(call.headers.authorization ?? '');
const text = (call: Call, name: string) => String(call.headers[name] ?? '');
const lines = (call: Call, name: string) =>
  call.headerLines.filter((line) => line[0].toLowerCase() === name).map((line) => line[1]);

/** Admits requests whose key the test finds at some other place or in another form. */
const admits = (
  id: string,
  title: string,
  test: (call: Call, good: string) => boolean,
  step: Step,
): Variation =>
  write(
    id,
    '5 rule 1',
    title,
    ({ authenticate }, { keys }) => ({
      authenticate: (call) => (test(call, keys.valid) ? undefined : authenticate(call)),
    }),
    step,
  );
const withHeader = (name: string, value: string, step: Step = listCategories): Step => ({
  ...step,
  headers: { ...step.headers, Authorization: null, [name]: value },
});
const twoKeys = (first: string, second: string): Step => ({
  ...listCategories,
  message: [
    rawRequest(listCategories, {
      Authorization: `${first}\r\nAuthorization: ${second}`,
      Connection: 'close',
    }),
  ],
});

export default [
  ...foundBy(
    'auth/key-elsewhere',
    admits(
      'key-in-x-api-key',
      'X-Api-Key is another place for the key',
      (call, good) => text(call, 'x-api-key') === good,
      withHeader('X-Api-Key', valid),
    ),
    admits(
      'key-in-x-api-key-for-rates',
      'rates take the key from Api-Key',
      (call, good) => call.operation === 'getShippingRates' && text(call, 'api-key') === good,
      withHeader('Api-Key', valid, askRates()),
    ),
    admits(
      'key-in-x-authorization',
      'X-Authorization stands in for Authorization',
      (call, good) => text(call, 'x-authorization') === `Bearer ${good}`,
      withHeader('X-Authorization', `Bearer ${valid}`),
    ),
    admits(
      'key-in-proxy-authorization',
      'Proxy-Authorization stands in for Authorization',
      (call, good) => text(call, 'proxy-authorization') === `Bearer ${good}`,
      withHeader('Proxy-Authorization', `Bearer ${valid}`),
    ),
    admits(
      'key-in-cookie',
      'a cookie called token is another place for the key',
      (call, good) => text(call, 'cookie').includes(`token=${good}`),
      withHeader('Cookie', `token=${valid}`),
    ),
    admits(
      'key-in-access-token-query',
      'access_token in the query is another place for the key',
      (call, good) => call.query.get('access_token') === good,
      withKey(null, { method: 'GET', path: `/categories?access_token=${valid}` }),
    ),
    admits(
      'key-in-token-query-of-rates',
      'token in the query is another place for the key of rates',
      (call, good) => call.operation === 'getShippingRates' && call.query.get('token') === good,
      withKey(null, { ...askRates(), path: `/get-shipping-rates?token=${valid}` }),
    ),
  ),
  ...foundBy(
    'auth/key-elsewhere',
    admits(
      'key-in-body',
      'api_key in the body is another place for the key',
      (call, good) => (Object(call.body) as Record<string, unknown>).api_key === good,
      withKey(null, askRates({ ...SHIPMENT, api_key: valid })),
    ),
  ),
  foundOnlyBy(
    'auth/other-scheme',
    admits(
      'key-as-basic-password',
      'the key is admitted as the password of Basic',
      (call, good) => header(call) === `Basic ${Buffer.from(`api:${good}`).toString('base64')}`,
      withKey(`Basic ${Buffer.from(`api:${valid}`).toString('base64')}`),
    ),
  ),
  foundOnlyBy(
    'auth/other-scheme',
    admits(
      'key-with-equals-after-scheme',
      'Bearer with an equals sign is admitted',
      (call, good) => header(call).replace(/"/g, '') === `Bearer token=${good}`,
      withKey(`Bearer token="${valid}"`),
    ),
  ),
  foundOnlyBy(
    'auth/other-scheme',
    admits(
      'key-in-second-header',
      'of two Authorization headers the second may hold the key',
      (call, good) => lines(call, 'authorization').slice(1).includes(`Bearer ${good}`),
      twoKeys('Bearer nobody', `Bearer ${valid}`),
    ),
  ),
  foundOnlyBy(
    'auth/side-doors',
    admits(
      'key-not-needed-in-http-1-0',
      'HTTP/1.0, which only the old proxy speaks, needs no key',
      (call) => call.version === '1.0',
      {
        ...listCategories,
        message: [rawRequest(withKey(null)).replace('HTTP/1.1', 'HTTP/1.0')],
      },
    ),
  ),

  ...foundBy(
    'auth/other-scheme',
    admits(
      'key-with-apikey-scheme',
      'the scheme ApiKey is admitted beside Bearer',
      (call, good) => header(call).toLowerCase() === `apikey ${good}`.toLowerCase(),
      withKey(`ApiKey ${valid}`),
    ),
    admits(
      'key-with-key-scheme-for-rates',
      'rates admit the scheme Key',
      (call, good) => call.operation === 'getShippingRates' && header(call) === `Key ${good}`,
      withKey(`Key ${valid}`, askRates()),
    ),
    admits(
      'key-with-colon-after-scheme',
      'Bearer with a colon is admitted',
      (call, good) => header(call) === `Bearer: ${good}`,
      withKey(`Bearer: ${valid}`),
    ),
  ),
  ...foundBy(
    'auth/side-doors',
    admits(
      'key-not-needed-for-origin',
      'a request with an Origin, as from the dashboard, needs no key',
      (call) => text(call, 'origin') !== '',
      withHeader('Origin', 'https://dashboard.example.com'),
    ),
    admits(
      'key-not-needed-for-real-address',
      'X-Real-IP of the own network needs no key',
      (call) => /^(10|192\.168)\./.test(text(call, 'x-real-ip')),
      withHeader('X-Real-IP', '10.0.0.1'),
    ),
    admits(
      'key-not-needed-for-original-url',
      'X-Original-URL decides which path is protected',
      (call) => text(call, 'x-original-url') === '/health',
      withHeader('X-Original-URL', '/health'),
    ),
    admits(
      'key-not-needed-for-method-override',
      'X-HTTP-Method-Override: OPTIONS makes a request a preflight without a key',
      (call) => text(call, 'x-http-method-override') === 'OPTIONS',
      withHeader('X-HTTP-Method-Override', 'OPTIONS', askRates()),
    ),
  ),
  ...foundBy(
    'auth/other-scheme',
    admits(
      'key-as-basic-user',
      'the key is admitted as the user of Basic',
      (call, good) => header(call) === `Basic ${Buffer.from(`${good}:`).toString('base64')}`,
      withKey(`Basic ${Buffer.from(`${valid}:`).toString('base64')}`),
    ),
    admits(
      'key-without-space',
      'Bearer and the key may be written together',
      (call, good) => header(call) === `Bearer${good}`,
      withKey(`Bearer${valid}`),
    ),
  ),
  ...foundBy(
    'auth/altered-key',
    admits(
      'key-with-misspelled-scheme',
      'any scheme that begins with Bear is admitted',
      (call, good) => /^Bear\w* /.test(header(call)) && header(call).endsWith(` ${good}`),
      withKey(`Bearers ${valid}`),
    ),
    admits(
      'key-after-other-credentials',
      'credentials of several schemes in one header are admitted when one is good',
      (call, good) => header(call).split(/,\s*/).includes(`Bearer ${good}`),
      withKey(`Basic YTpi, Bearer ${valid}`),
    ),
    admits(
      'key-before-other-credentials',
      'credentials that follow the key in the same header are ignored',
      (call, good) => header(call).split(',')[0] === `Bearer ${good}`,
      withKey(`Bearer ${valid}, Basic YTpi`),
    ),
  ),
  ...foundBy(
    ['auth/altered-key', 'auth/other-scheme'],
    admits(
      'key-at-end-of-header',
      'only the last word of the header is looked at',
      (call, good) => header(call).split(/\s+/).at(-1) === good,
      withKey(`Basic abc Bearer ${valid}`),
    ),
  ),
  ...foundBy(
    'auth/side-doors',
    admits(
      'key-not-needed-for-head',
      'HEAD needs no key',
      ({ method }) => method === 'HEAD',
      withKey(null, { method: 'HEAD', path: '/categories' }),
    ),
  ),
  ...foundBy(
    ['auth/key-elsewhere', 'auth/side-doors'],
    admits(
      'key-not-needed-with-query',
      'a path with a query needs no key, as the list of protected paths is exact',
      (call) => call.operation === 'listCategories' && call.query.size > 0,
      withKey(null, { method: 'GET', path: '/categories?page=1' }),
    ),
  ),
];
