/** The wait that a 429 states: a client can do nothing with one that is no wait (section 7 rule 3). */
import { on, set, status, type Change } from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import { faultsOf, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('stated waits', { section: '7 rule 3' });
const quota = { limit: 100, waitMs: 1000 };
const spent: Step = { ...listCategories, times: quota.limit + 1 };
const limit = ({ change, ...row }: NamedFault & { change: Change }) =>
  write({ ...row, apply: on(status(429), change), witness: spent, settings: { quota } });
const says = (message: string): Change => set({ message });

export default [
  limit({
    id: 'limit-wait-undefined',
    title: 'the message says to retry after undefined seconds',
    foundBy: 'limits/says-when-to-retry',
    change: says('Rate limit exceeded. Retry after undefined seconds'),
  }),
];
