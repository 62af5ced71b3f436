/** Who gets in, with which key, in which place and spelling (section 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import type { Settings } from '../../reference-server/settings.js';
import { type Call, enveloped } from '../../reference-server/stages.js';
import { credential, headerOf } from '../../variations/calls.js';
import { askRates, listCategories, withKey } from '../../variations/requests.js';
import { type Apply, faultsOf } from '../../variations/variation.js';

const { valid, expired } = DEFAULT_KEYS;
/** Treats a request as if it came with another Authorization. */
const readsKeyAs =
  (read: (call: Call, keys: Settings['keys']) => string | undefined): Apply =>
  ({ authenticate }, { keys }) => ({
    authenticate: (call) =>
      authenticate({ ...call, headers: { ...call.headers, authorization: read(call, keys) } }),
  });
const bearer = (text: string) => `Bearer ${text}`;

export default [
  ...faultsOf('authentication', { section: '5 rule 1' })({
    'no-authentication': {
      title: 'nobody looks at the key',
      foundBy: ['auth/missing-key', 'auth/unknown-key', 'auth/expired-key'],
      admits: () => true,
    },
    'categories-open': {
      title: 'categories need no key',
      foundBy: ['auth/missing-key', 'auth/unknown-key'],
      admits: ({ operation }) => operation === 'listCategories',
    },
    'rates-open': {
      title: 'rates need no key',
      foundBy: ['auth/missing-key', 'auth/unknown-key'],
      admits: ({ operation }) => operation === 'getShippingRates',
    },
    'expired-key-admitted': {
      section: '5 rule 4',
      title: 'an expired key is admitted',
      foundBy: ['auth/expired-key', 'auth/before-validation'],
      admits: (call, keys) => credential(call) === bearer(keys.expired),
    },
    'empty-key-admitted': {
      title: 'an empty key is admitted',
      foundOnlyBy: 'auth/missing-key',
      apply: readsKeyAs((call, { valid: good }) =>
        /^Bearer ?$/.test(credential(call)) ? bearer(good) : credential(call),
      ),
      witness: withKey('Bearer '),
    },
    'key-with-token-scheme': {
      title: 'the key is admitted with the scheme Token too',
      foundOnlyBy: 'auth/other-scheme',
      apply: readsKeyAs((call) => credential(call).replace(/^Token /, 'Bearer ')),
      witness: withKey(`Token ${valid}`),
    },
    'key-cut-short': {
      title: 'the first half of the key is enough',
      foundOnlyBy: 'auth/altered-key',
      apply: readsKeyAs((call, { valid: good }) =>
        credential(call).length >= 7 + Math.floor(good.length / 2) &&
        bearer(good).startsWith(credential(call))
          ? bearer(good)
          : credential(call),
      ),
      witness: withKey(bearer(valid.slice(0, -1))),
    },
    'key-inside-other-text': {
      title: 'a key with something before it is admitted',
      foundBy: ['auth/other-scheme', 'auth/altered-key'],
      apply: readsKeyAs((call, { valid: good }) =>
        credential(call).endsWith(good) ? bearer(good) : credential(call),
      ),
      witness: withKey(bearer(`x${valid}`)),
    },
    'key-in-query': {
      title: 'the key is admitted in the query',
      foundOnlyBy: 'auth/key-elsewhere',
      apply: readsKeyAs((call) => credential(call) || bearer([...call.query.values()][0] ?? '')),
      witness: withKey(null, { method: 'GET', path: `/categories?api_key=${valid}` }),
    },
    'key-in-the-cookie-token': {
      title: 'the key is admitted in the cookie token, which is read up to the next blank',
      foundOnlyBy: 'auth/key-elsewhere',
      apply: readsKeyAs((call) => {
        const key = /token=(\S+)/.exec(headerOf(call, 'cookie'))?.[1];
        return credential(call) || (key === undefined ? '' : bearer(key));
      }),
      witness: withKey(null, { ...listCategories, headers: { Cookie: `token=${valid}` } }),
    },
    'expired-key-admitted-for-categories': {
      section: '5 rule 4',
      title: 'an expired key still lists categories',
      foundBy: 'auth/expired-key',
      admits: (call, keys) =>
        call.operation === 'listCategories' && credential(call) === bearer(keys.expired),
    },
    'key-header-in-one-spelling': {
      section: 'RFC 9110 5.1',
      title: 'the key counts only in a header that is spelled Authorization, with a capital',
      foundOnlyBy: 'auth/header-name-case',
      apply: readsKeyAs((call) =>
        call.headerNames.includes('Authorization') ? credential(call) : undefined,
      ),
      witness: {
        method: 'GET',
        path: '/categories',
        headers: { Authorization: null, authorization: bearer(valid) },
      },
    },
  }),
  ...faultsOf('authentication', { section: '5 rule 3' })({
    'missing-key-admitted': {
      title: 'a request without Authorization is admitted',
      foundBy: 'auth/missing-key',
      admits: (call) => credential(call) === '',
    },
    'unknown-key-admitted': {
      title: 'any key is admitted, only its presence is checked',
      foundBy: 'auth/unknown-key',
      admits: (call) => credential(call) !== '',
    },
    'any-bearer-admitted': {
      title: 'any Bearer key is admitted',
      foundBy: 'auth/unknown-key',
      admits: (call) => /^Bearer .+/.test(credential(call)),
    },
    'rates-open-to-unknown-keys': {
      title: 'rates only look whether there is a key',
      foundBy: 'auth/unknown-key',
      admits: (call) => call.operation === 'getShippingRates' && credential(call) !== '',
    },
    'key-null-admitted': {
      title: 'the key "null", which a client sends that has none, is admitted',
      foundOnlyBy: 'auth/unknown-key',
      admits: (call) => credential(call) === 'Bearer null',
      witness: withKey(bearer('null')),
    },
  }),
  ...faultsOf('compared keys', { section: '5 rule 3' })({
    'key-by-its-length': {
      title: 'every text as long as the key is admitted',
      foundBy: 'auth/unknown-key',
      admits: (call, { valid: good, ...known }) =>
        credential(call).startsWith('Bearer ') &&
        credential(call).length === bearer(good).length &&
        !Object.values(known).map(bearer).includes(credential(call)),
      witness: withKey(`Bearer ${'x'.repeat(valid.length)}`),
    },
  }),
  ...faultsOf('near misses of the key', { section: '5 rule 3' })({
    'key-expired-with-suffix': {
      title: 'only the exact text of the expired key is known as expired: with a suffix it is admitted',
      foundOnlyBy: 'auth/expired-key',
      admits: (call) => credential(call).startsWith(bearer(expired)) && credential(call) !== bearer(expired),
      witness: withKey(bearer(`${expired}x`)),
    },
  }),
  ...faultsOf('places of the key', { section: '5 rule 1' })({
    'key-not-needed-for-head': {
      title: 'HEAD needs no key',
      foundBy: 'auth/side-doors',
      admits: ({ method }) => method === 'HEAD',
      witness: withKey(null, { method: 'HEAD', path: '/categories' }),
    },
    'key-not-needed-with-query': {
      title: 'a path with a query needs no key, as the list of protected paths is exact',
      foundBy: ['auth/key-elsewhere', 'auth/side-doors'],
      admits: (call) => call.operation === 'listCategories' && call.query.size > 0,
      witness: withKey(null, { method: 'GET', path: '/categories?page=1' }),
    },
  }),
  ...faultsOf('spellings of the scheme', { section: '5 rule 3' })({
    'any-key-after-small-bearer': {
      title: 'any key is admitted after bearer in small letters',
      foundOnlyBy: 'auth/unknown-key',
      admits: (call) => /^bearer ./.test(credential(call)),
      witness: withKey('bearer x'),
    },
    'media-type-before-expired-key': {
      title: 'an expired key gets 415 where the body is no JSON by its media type',
      foundOnlyBy: 'auth/before-validation',
      apply: ({ authenticate }, { keys }) => ({
        authenticate: (call) =>
          credential(call) === `Bearer ${keys.expired}` && headerOf(call, 'content-type').startsWith('text')
            ? enveloped(415, 'Unsupported media type', [], ['Content-Type must be application/json'])
            : authenticate(call),
      }),
      witness: withKey('Bearer Rx51-be02Z_pLm8d', askRates('x', { 'Content-Type': 'text/plain' })),
    },
  }),
];
