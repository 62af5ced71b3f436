/** Keys that are almost right, and the words of a 401 (section 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { on, set, status } from '../../variations/changes.js';
import { withKey } from '../../variations/requests.js';
import { faultsOf, type Apply, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('near misses', { section: '5 rule 3' });
const { valid } = DEFAULT_KEYS;

/** Admits more keys than the correct server; `isTaken` sees what follows Bearer. */
const fault = ({
  isTaken,
  witness,
  ...row
}: NamedFault & { isTaken: (given: string, good: string) => boolean; witness: string }) => {
  const apply: Apply = ({ authenticate }, { keys }) => ({
    authenticate(call) {
      const given = /^Bearer (.+)$/.exec(String(call.headers.authorization ?? ''))?.[1] ?? '';
      return isTaken(given, keys.valid) ? undefined : authenticate(call);
    },
  });
  return write({ ...row, apply, witness: withKey(`Bearer ${witness}`) });
};

export default [
  fault({
    id: 'key-without-its-last',
    title: 'a key that lacks its last character is admitted',
    foundBy: 'auth/altered-key',
    isTaken: (given, good) => given === good.slice(0, -1),
    witness: valid.slice(0, -1),
  }),
  write({
    id: 'refusal-without-a-word-on-keys',
    title: 'a 401 says "Request failed" and nothing of a key',
    foundOnlyBy: 'auth/refusal-text',
    apply: on(status(401), set({ message: 'Request failed', errors: ['Something went wrong'] })),
    witness: withKey(null),
  }),
];
