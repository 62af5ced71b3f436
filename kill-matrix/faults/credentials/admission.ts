/** Admission: who gets in, and with what (section 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { askRates, withKey } from '../../variations/requests.js';
import type { Settings } from '../../reference-server/settings.js';
import type { Call } from '../../reference-server/stages.js';
import { faultsOf, type Apply, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('authentication', { section: '5 rule 3' });
const { valid, expired } = DEFAULT_KEYS;
const header = (call: Call) => String(call.headers.authorization ?? '');

/** Lets more callers in than the correct server does. */
const fault = ({
  admits,
  ...row
}: NamedFault & { admits: (call: Call, keys: Settings['keys']) => boolean; witness: Step }) =>
  write({
    ...row,
    apply: ({ authenticate }, { keys }) => ({
      authenticate: (call) => (admits(call, keys) ? undefined : authenticate(call)),
    }),
  });

/** Treats a request as if it came with another Authorization. */
const readsKeyAs =
  (read: (call: Call, keys: Settings['keys']) => string | undefined): Apply =>
  ({ authenticate }, { keys }) => ({
    authenticate: (call) =>
      authenticate({ ...call, headers: { ...call.headers, authorization: read(call, keys) } }),
  });
const key = ({
  read,
  ...row
}: NamedFault & { read: (call: Call, keys: Settings['keys']) => string | undefined; witness: Step }) =>
  write({ ...row, section: '5 rule 1', apply: readsKeyAs(read) });
const bearer = (text: string) => `Bearer ${text}`;
const expiredList = withKey(bearer(expired));

export default [
  fault({
    id: 'no-authentication',
    section: '5 rule 1',
    title: 'nobody looks at the key',
    foundBy: ['auth/missing-key', 'auth/unknown-key', 'auth/expired-key'],
    admits: () => true,
    witness: withKey(null),
  }),
  fault({
    id: 'missing-key-admitted',
    title: 'a request without Authorization is admitted',
    foundBy: 'auth/missing-key',
    admits: (call) => header(call) === '',
    witness: withKey(null),
  }),
  fault({
    id: 'unknown-key-admitted',
    title: 'any key is admitted, only its presence is checked',
    foundBy: 'auth/unknown-key',
    admits: (call) => header(call) !== '',
    witness: withKey(bearer('nobody')),
  }),
  fault({
    id: 'any-bearer-admitted',
    title: 'any Bearer key is admitted',
    foundBy: 'auth/unknown-key',
    admits: (call) => /^Bearer .+/.test(header(call)),
    witness: withKey(bearer('nobody')),
  }),
  fault({
    id: 'rates-open-to-unknown-keys',
    title: 'rates only look whether there is a key',
    foundBy: 'auth/unknown-key',
    admits: (call) => call.operation === 'getShippingRates' && header(call) !== '',
    witness: withKey(bearer('nobody'), askRates()),
  }),
  fault({
    id: 'categories-open',
    section: '5 rule 1',
    title: 'categories need no key',
    foundBy: ['auth/missing-key', 'auth/unknown-key'],
    admits: ({ operation }) => operation === 'listCategories',
    witness: withKey(null),
  }),
  fault({
    id: 'rates-open',
    section: '5 rule 1',
    title: 'rates need no key',
    foundBy: ['auth/missing-key', 'auth/unknown-key'],
    admits: ({ operation }) => operation === 'getShippingRates',
    witness: withKey(null, askRates()),
  }),
  fault({
    id: 'expired-key-admitted',
    section: '5 rule 4',
    title: 'an expired key is admitted',
    foundBy: ['auth/expired-key', 'auth/before-validation'],
    admits: (call, keys) => header(call) === bearer(keys.expired),
    witness: expiredList,
  }),
  key({
    id: 'empty-key-admitted',
    title: 'an empty key is admitted',
    foundOnlyBy: 'auth/missing-key',
    read: (call, { valid: good }) => (/^Bearer ?$/.test(header(call)) ? bearer(good) : header(call)),
    witness: withKey('Bearer '),
  }),
  key({
    id: 'key-with-token-scheme',
    title: 'the key is admitted with the scheme Token too',
    foundOnlyBy: 'auth/other-scheme',
    read: (call) => header(call).replace(/^Token /, 'Bearer '),
    witness: withKey(`Token ${valid}`),
  }),
  key({
    id: 'key-cut-short',
    title: 'the first half of the key is enough',
    foundOnlyBy: 'auth/altered-key',
    read: (call, { valid: good }) =>
      header(call).length >= 7 + Math.floor(good.length / 2) && bearer(good).startsWith(header(call))
        ? bearer(good)
        : header(call),
    witness: withKey(bearer(valid.slice(0, -1))),
  }),
  key({
    id: 'key-inside-other-text',
    title: 'a key with something before it is admitted',
    foundBy: ['auth/other-scheme', 'auth/altered-key'],
    read: (call, { valid: good }) => (header(call).endsWith(good) ? bearer(good) : header(call)),
    witness: withKey(bearer(`x${valid}`)),
  }),
  key({
    id: 'key-in-query',
    title: 'the key is admitted in the query',
    foundOnlyBy: 'auth/key-elsewhere',
    read: (call) => header(call) || bearer([...call.query.values()][0] ?? ''),
    witness: withKey(null, { method: 'GET', path: `/categories?api_key=${valid}` }),
  }),
  fault({
    id: 'expired-key-admitted-for-categories',
    section: '5 rule 4',
    title: 'an expired key still lists categories',
    foundBy: 'auth/expired-key',
    admits: (call, keys) => call.operation === 'listCategories' && header(call) === bearer(keys.expired),
    witness: expiredList,
  }),
  fault({
    id: 'key-null-admitted',
    title: 'the key "null", which a client sends that has none, is admitted',
    foundOnlyBy: 'auth/unknown-key',
    admits: (call) => header(call) === 'Bearer null',
    witness: withKey(bearer('null')),
  }),
  write({
    id: 'key-header-in-one-spelling',
    section: 'RFC 9110 5.1',
    title: 'the key counts only in a header that is spelled Authorization, with a capital',
    foundOnlyBy: 'auth/header-name-case',
    apply: readsKeyAs((call) => (call.headerNames.includes('Authorization') ? header(call) : undefined)),
    witness: {
      method: 'GET',
      path: '/categories',
      headers: { Authorization: null, authorization: bearer(valid) },
    },
  }),
];
