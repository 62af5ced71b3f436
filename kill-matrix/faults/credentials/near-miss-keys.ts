/** The words of a 401 (section 5). */
import { on, set, status } from '../../variations/changes.js';
import { withKey } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('near misses', { section: '5 rule 3' });

export default [
  fault({
    id: 'refusal-without-a-word-on-keys',
    title: 'a 401 says "Request failed" and nothing of a key',
    foundOnlyBy: 'auth/refusal-text',
    apply: on(status(401), set({ message: 'Request failed', errors: ['Something went wrong'] })),
    witness: withKey(null),
  }),
];
