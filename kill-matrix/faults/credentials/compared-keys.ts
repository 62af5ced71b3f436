/** Keys that are compared by less than all of their characters, or read out of something else (section 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { on, set, status } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { withKey } from '../../variations/requests.js';
import { variationsOf, type Apply } from '../../variations/variation.js';

const fault = variationsOf('compared keys');
const { valid } = DEFAULT_KEYS;

/** Admits also what `isKey` takes for the valid key, among what follows the scheme. */
const admits =
  (isKey: (given: string, valid: string) => boolean): Apply =>
  ({ authenticate }, { keys }) => ({
    authenticate(call) {
      const given = /^Bearer (.+)$/.exec(String(call.headers.authorization ?? ''))?.[1];
      const known = given === keys.expired || given === keys.limited;
      return given !== undefined && !known && isKey(given, keys.valid) ? undefined : authenticate(call);
    },
  });
const sorted = (text: string) => Array.from(text).sort().join('');
const middle = `${valid.slice(0, 5)}${'x'.repeat(valid.length - 9)}${valid.slice(-4)}`;

export default [
  ...foundBy(
    'auth/altered-key',
    fault(
      'key-middle-any',
      '5 rule 3',
      'a key is compared by its first five and last four characters, and by its length',
      admits(
        (given, key) =>
          given.length === key.length && given.startsWith(key.slice(0, 5)) && given.endsWith(key.slice(-4)),
      ),
      withKey(`Bearer ${middle}`),
    ),
    fault(
      'key-with-padding',
      '5 rule 3',
      'equals signs after the key are dropped as padding',
      admits((given, key) => given.replace(/=+$/, '') === key),
      withKey(`Bearer ${valid}==`),
    ),
    fault(
      'key-of-lookalike-characters',
      '5 rule 3',
      'a key of characters that Unicode takes for compatible is admitted',
      admits((given, key) => Buffer.from(given, 'latin1').toString('utf8').normalize('NFKC') === key),
      withKey(`Bearer ${valid.replace('a', 'ª').replace('2', '²')}`),
    ),
    fault(
      'key-by-its-characters',
      '5 rule 3',
      'the characters of the key are admitted in any order',
      admits((given, key) => sorted(given) === sorted(key)),
      withKey(`Bearer ${Array.from(valid).reverse().join('')}`),
    ),
  ),
  ...foundBy(
    'auth/unknown-key',
    fault(
      'key-by-its-length',
      '5 rule 3',
      'every text as long as the key is admitted',
      admits((given, key) => given.length === key.length),
      withKey(`Bearer ${'x'.repeat(valid.length)}`),
    ),
  ),
  ...foundBy(
    'auth/other-scheme',
    fault(
      'key-as-token-parameter',
      '5 rule 1',
      'a key is admitted as a parameter: Bearer token="..."',
      admits((given, key) => given === `token="${key}"`),
      withKey(`Bearer token="${valid}"`),
    ),
  ),
  ...foundBy(
    'auth/refusal-text',
    fault(
      'unauthorized-names-a-ticket',
      '5 rule 3',
      'the errors of a 401 hold the number of a support ticket and nothing on authentication',
      on(status(401), set({ message: 'Request declined', errors: ['Ticket 48213'] })),
      withKey(null),
    ),
  ),
];
