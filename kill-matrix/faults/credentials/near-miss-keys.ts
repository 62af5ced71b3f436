/** Keys that are almost right, and the words of a 401 (section 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { on, set, status } from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { withKey } from '../../variations/requests.js';
import { variationsOf, type Apply } from '../../variations/variation.js';

const write = variationsOf('near misses');
const { valid } = DEFAULT_KEYS;

/** Admits more keys than the correct server; `isTaken` sees what follows Bearer. */
const fault = (
  id: string,
  title: string,
  isTaken: (given: string, good: string) => boolean,
  witness: string,
) => {
  const apply: Apply = ({ authenticate }, { keys }) => ({
    authenticate(call) {
      const given = /^Bearer (.+)$/.exec(String(call.headers.authorization ?? ''))?.[1] ?? '';
      return isTaken(given, keys.valid) ? undefined : authenticate(call);
    },
  });
  return write(id, '5 rule 3', title, apply, withKey(`Bearer ${witness}`));
};

export default [
  ...foundBy(
    'auth/altered-key',
    fault(
      'key-without-its-first',
      'a key that lacks its first character is admitted',
      (given, good) => given === good.slice(1),
      valid.slice(1),
    ),
    fault(
      'key-without-its-last',
      'a key that lacks its last character is admitted',
      (given, good) => given === good.slice(0, -1),
      valid.slice(0, -1),
    ),
    fault(
      'key-in-quotes',
      'a key in quotes is admitted',
      (given, good) => given.replace(/"/g, '') === good,
      `"${valid}"`,
    ),
    fault(
      'percent-encoding-undone',
      'a key is decoded from percent-encoding',
      (given, good) =>
        given.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))) ===
        good,
      `%52${valid.slice(1)}`,
    ),
    fault(
      'key-in-base64',
      'a key in Base64 is admitted',
      (given, good) => Buffer.from(given, 'base64').toString() === good,
      Buffer.from(valid).toString('base64'),
    ),
    fault(
      'key-first-in-list',
      'the first key of a list is looked at alone',
      (given, good) => given.split(',')[0] === good,
      `${valid},other`,
    ),
    fault(
      'key-stripped-to-ascii',
      'characters outside ASCII are dropped from a key',
      (given, good) => given.replace(/[^\x20-\x7e]/g, '') === good,
      `${valid}\xe9`,
    ),
    fault(
      'key-taken-for-a-pattern',
      'a key is used as a regular expression',
      (given, good) =>
        given.length > 3 &&
        given.includes('.') &&
        new RegExp(`^${given.replace(/[^\w.*]/g, '\\$&')}$`).test(good),
      `${valid.slice(0, -3)}.*`,
    ),
  ),
  ...foundBy(
    'auth/unknown-key',
    fault(
      'key-as-property',
      'a key is looked up as a property of an object',
      (given) => given in {},
      'constructor',
    ),
  ),
  ...foundBy(
    'auth/altered-key',
    write(
      'cut-key-admitted-for-orders',
      '5 rule 3',
      'a key that lacks its first character may order',
      ({ authenticate }, { keys }) => ({
        authenticate: (call) =>
          call.operation === 'createOrder' && call.headers.authorization === `Bearer ${keys.valid.slice(1)}`
            ? undefined
            : authenticate(call),
      }),
      withKey(`Bearer ${valid.slice(1)}`, {
        method: 'POST',
        path: '/create-order',
        headers: { 'Content-Type': 'application/json' },
        body: '{"drydock_unknown_field":"x"}',
      }),
    ),
  ),
  foundOnlyBy(
    'auth/refusal-text',
    write(
      'refusal-without-a-word-on-keys',
      '5 rule 3',
      'a 401 says "Request failed" and nothing of a key',
      on(status(401), set({ message: 'Request failed', errors: ['Something went wrong'] })),
      withKey(null),
    ),
  ),
];
