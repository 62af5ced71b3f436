/** Keys that are encoded, quoted, listed or made up, and are admitted (section 5 rules 1 and 3). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import type { Call } from '../../reference-server/stages.js';
import { listCategories, withKey } from '../../variations/requests.js';
import { faultsOf, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('near misses of the key', { section: '5 rule 3' });
const { expired } = DEFAULT_KEYS;
const header = (call: Call) => String(call.headers.authorization ?? '');
const bearer = (text: string) => `Bearer ${text}`;
/** The part behind the scheme. */
const keyOf = (call: Call) => header(call).replace(/^Bearer /, '');

/** Admits keys that pass the test. */
const admits = ({
  test,
  sent,
  step = listCategories,
  ...row
}: NamedFault & {
  test: (key: string, good: string, call: Call) => boolean;
  sent: string;
  step?: Step;
}) =>
  write({
    ...row,
    apply: ({ authenticate }, { keys }) => ({
      authenticate: (call) =>
        header(call).startsWith('Bearer ') && test(keyOf(call), keys.valid, call)
          ? undefined
          : authenticate(call),
    }),
    witness: withKey(bearer(sent), step),
  });

export default [
  admits({
    id: 'key-expired-with-suffix',
    title: 'only the exact text of the expired key is known as expired: with a suffix it is admitted',
    foundOnlyBy: 'auth/expired-key',
    test: (key) => key.startsWith(expired) && key !== expired,
    sent: `${expired}x`,
  }),
];
