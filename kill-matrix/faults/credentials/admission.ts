/** Who gets in, and with what (section 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { askRates, withKey } from '../../variations/requests.js';
import type { Settings } from '../../reference-server/settings.js';
import type { Call } from '../../reference-server/stages.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf, type Apply, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('authentication');
const { valid, expired } = DEFAULT_KEYS;
const header = (call: Call) => String(call.headers.authorization ?? '');

/** Lets more callers in than the correct server does. */
const fault = (
  id: string,
  section: string,
  title: string,
  admits: (call: Call, keys: Settings['keys']) => boolean,
  step: Step,
): Variation =>
  write(
    id,
    section,
    title,
    ({ authenticate }, { keys }) => ({
      authenticate: (call) => (admits(call, keys) ? undefined : authenticate(call)),
    }),
    step,
  );

/** Treats a request as if it came with another Authorization. */
const readsKeyAs =
  (read: (call: Call, keys: Settings['keys']) => string | undefined): Apply =>
  ({ authenticate }, { keys }) => ({
    authenticate: (call) =>
      authenticate({ ...call, headers: { ...call.headers, authorization: read(call, keys) } }),
  });
const key = (
  id: string,
  title: string,
  read: (call: Call, keys: Settings['keys']) => string | undefined,
  step: Step,
) => write(id, '5 rule 1', title, readsKeyAs(read), step);
const bearer = (text: string) => `Bearer ${text}`;
const expiredList = withKey(bearer(expired));

export default [
  ...foundBy(
    ['auth/missing-key', 'auth/unknown-key', 'auth/expired-key'],
    fault('no-authentication', '5 rule 1', 'nobody looks at the key', () => true, withKey(null)),
  ),
  ...foundBy(
    'auth/missing-key',
    fault(
      'missing-key-admitted',
      '5 rule 3',
      'a request without Authorization is admitted',
      (call) => header(call) === '',
      withKey(null),
    ),
  ),
  ...foundBy(
    'auth/unknown-key',
    fault(
      'unknown-key-admitted',
      '5 rule 3',
      'any key is admitted, only its presence is checked',
      (call) => header(call) !== '',
      withKey(bearer('nobody')),
    ),
    fault(
      'any-bearer-admitted',
      '5 rule 3',
      'any Bearer key is admitted',
      (call) => /^Bearer .+/.test(header(call)),
      withKey(bearer('nobody')),
    ),
    fault(
      'long-keys-admitted',
      '5 rule 3',
      'any key of sixteen characters is admitted',
      (call) => /^Bearer .{16,}/.test(header(call)),
      withKey(bearer('0123456789abcdef')),
    ),
    fault(
      'rates-open-to-unknown-keys',
      '5 rule 3',
      'rates only look whether there is a key',
      (call) => call.operation === 'getShippingRates' && header(call) !== '',
      withKey(bearer('nobody'), askRates()),
    ),
  ),
  ...foundBy(
    ['auth/missing-key', 'auth/unknown-key'],
    fault(
      'categories-open',
      '5 rule 1',
      'categories need no key',
      ({ operation }) => operation === 'listCategories',
      withKey(null),
    ),
    fault(
      'rates-open',
      '5 rule 1',
      'rates need no key',
      ({ operation }) => operation === 'getShippingRates',
      withKey(null, askRates()),
    ),
  ),
  ...foundBy(
    ['auth/expired-key', 'auth/before-validation'],
    fault(
      'expired-key-admitted',
      '5 rule 4',
      'an expired key is admitted',
      (call, keys) => header(call) === bearer(keys.expired),
      expiredList,
    ),
    fault(
      'expired-key-admitted-for-rates',
      '5 rule 4',
      'an expired key still gets rates',
      (call, keys) => call.operation === 'getShippingRates' && header(call) === bearer(keys.expired),
      withKey(bearer(expired), askRates()),
    ),
  ),
  foundOnlyBy(
    'auth/missing-key',
    key(
      'empty-key-admitted',
      'an empty key is admitted',
      (call, { valid: good }) => (/^Bearer ?$/.test(header(call)) ? bearer(good) : header(call)),
      withKey('Bearer '),
    ),
  ),
  ...foundBy(
    'auth/other-scheme',
    key(
      'key-without-scheme',
      'the key alone, without Bearer, is admitted',
      (call) => header(call).replace(/^(?!Bearer )/, 'Bearer '),
      withKey(valid),
    ),
    key(
      'key-with-any-scheme',
      'the key is admitted with any scheme',
      (call) => header(call).replace(/^\S+ /, 'Bearer '),
      withKey(`Basic ${valid}`),
    ),
  ),
  foundOnlyBy(
    'auth/other-scheme',
    key(
      'key-with-token-scheme',
      'the key is admitted with the scheme Token too',
      (call) => header(call).replace(/^Token /, 'Bearer '),
      withKey(`Token ${valid}`),
    ),
  ),
  ...foundBy(
    'auth/altered-key',
    key(
      'key-with-suffix',
      'a key with something after it is admitted',
      (call, { valid: good }) => (header(call).startsWith(bearer(good)) ? bearer(good) : header(call)),
      withKey(bearer(`${valid}x`)),
    ),
    key(
      'key-with-second-word',
      'a key followed by a space and a word is admitted',
      (call) => header(call).split(' ').slice(0, 2).join(' '),
      withKey(bearer(`${valid} extra`)),
    ),
  ),
  foundOnlyBy(
    'auth/altered-key',
    key(
      'key-cut-short',
      'the first half of the key is enough',
      (call, { valid: good }) =>
        header(call).length >= 7 + Math.floor(good.length / 2) && bearer(good).startsWith(header(call))
          ? bearer(good)
          : header(call),
      withKey(bearer(valid.slice(0, -1))),
    ),
  ),
  ...foundBy(
    ['auth/other-scheme', 'auth/altered-key'],
    key(
      'key-in-any-case',
      "capitals of the key don't matter",
      (call, keys) =>
        bearer(
          Object.values(keys).find((known) => header(call).toLowerCase() === bearer(known).toLowerCase()) ??
            header(call),
        ),
      withKey(bearer(valid.toUpperCase())),
    ),
    key(
      'key-inside-other-text',
      'a key with something before it is admitted',
      (call, { valid: good }) => (header(call).endsWith(good) ? bearer(good) : header(call)),
      withKey(bearer(`x${valid}`)),
    ),
  ),
  foundOnlyBy(
    'auth/key-elsewhere',
    key(
      'key-in-query',
      'the key is admitted in the query',
      (call) => header(call) || bearer([...call.query.values()][0] ?? ''),
      withKey(null, { method: 'GET', path: `/categories?api_key=${valid}` }),
    ),
  ),
  ...foundBy(
    'auth/expired-key',
    fault(
      'expired-key-admitted-for-categories',
      '5 rule 4',
      'an expired key still lists categories',
      (call, keys) => call.operation === 'listCategories' && header(call) === bearer(keys.expired),
      expiredList,
    ),
  ),
  foundOnlyBy(
    'auth/unknown-key',
    fault(
      'key-null-admitted',
      '5 rule 3',
      'the key "null", which a client sends that has none, is admitted',
      (call) => header(call) === 'Bearer null',
      withKey(bearer('null')),
    ),
  ),
  foundOnlyBy(
    'auth/side-doors',
    fault(
      'local-requests-admitted',
      '5 rule 1',
      'a request that claims to come from the server itself needs no key',
      ({ headers }) => headers['x-forwarded-for'] === '127.0.0.1',
      {
        method: 'GET',
        path: '/categories',
        headers: { Authorization: null, 'X-Forwarded-For': '127.0.0.1' },
      },
    ),
  ),
  foundOnlyBy(
    'auth/header-name-case',
    write(
      'key-header-in-one-spelling',
      'RFC 9110 5.1',
      'the key counts only in a header that is spelled Authorization, with a capital',
      readsKeyAs((call) => (call.headerNames.includes('Authorization') ? header(call) : undefined)),
      {
        method: 'GET',
        path: '/categories',
        headers: { Authorization: null, authorization: bearer(valid) },
      },
    ),
  ),
];
