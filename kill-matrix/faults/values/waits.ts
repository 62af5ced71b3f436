/** The wait that a 429 states: a client can do nothing with one that is no wait (section 7 rule 3). */
import { on, set, status, type Change } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { listCategories } from '../../variations/requests.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('stated waits');
const quota = { limit: 100, waitMs: 1000 };
const spent: Step = { ...listCategories, times: quota.limit + 1 };
const limit = (id: string, title: string, change: Change): Variation =>
  write(id, '7 rule 3', title, on(status(429), change), spent, { quota });
const says = (message: string): Change => set({ message });

export default [
  ...foundBy(
    'limits/says-when-to-retry',
    limit(
      'limit-wait-undefined',
      'the message says to retry after undefined seconds',
      says('Rate limit exceeded. Retry after undefined seconds'),
    ),
    limit(
      'limit-wait-nan',
      'the message says to retry after NaN seconds',
      says('Rate limit exceeded. Retry after NaN seconds'),
    ),
    limit(
      'limit-wait-negative',
      'the message says to retry after -3 seconds',
      says('Rate limit exceeded. Retry after -3 seconds'),
    ),
    limit(
      'limit-wait-placeholder',
      'the message says to retry after :seconds seconds, as nobody filled it in',
      says('Rate limit exceeded. Retry after :seconds seconds'),
    ),
    limit(
      'limit-wait-later',
      'the message says to retry later',
      says('Rate limit exceeded. Please try again later'),
    ),
    limit(
      'limit-wait-of-quota',
      'the message names the quota and no wait',
      says('Rate limit exceeded: 100 requests per window'),
    ),
  ),
  ...foundBy(
    'envelope/errors',
    limit('limit-errors-null-in-list', 'errors of a 429 hold null', set({ errors: [null] })),
  ),
];
