/** Keys that are compared by less than all of their characters, or read out of something else (section 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { withKey } from '../../variations/requests.js';
import { faultsOf, type Apply } from '../../variations/variation.js';

const fault = faultsOf('compared keys', { section: '5 rule 3' });
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

export default [
  fault({
    id: 'key-by-its-length',
    title: 'every text as long as the key is admitted',
    foundBy: 'auth/unknown-key',
    apply: admits((given, key) => given.length === key.length),
    witness: withKey(`Bearer ${'x'.repeat(valid.length)}`),
  }),
];
