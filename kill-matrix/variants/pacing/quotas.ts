/** Servers that pace their clients by 429, which conforms as long as it says when to retry (7 rule 3, 8). */
import { on, set, status, withHeaders } from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const variant = variationsOf('pacing');
const quota = { limit: 100, waitMs: 1000 };
const spent = { ...listCategories, times: 101 };
/** HTTP dates have whole seconds, so the wait is rounded up. */
const nextSecond = (ms: number) => new Date(Math.ceil((ms + 1000) / 1000) * 1000).toUTCString();
const limited = status(429);

export default [
  variant(
    'small-quota',
    '8',
    'a second of rest per hundred requests, with Retry-After',
    (stages) => stages,
    spent,
    {
      quota,
    },
  ),
  variant(
    'small-quota-without-header',
    '7 rule 3',
    'only the message says when to retry',
    on(limited, (answer) => ({ ...answer, headers: {} })),
    spent,
    { quota },
  ),
  variant(
    'small-quota-as-date',
    'RFC 9110 10.2.3',
    'Retry-After is a date',
    (stages, settings) =>
      on(limited, (answer, call) => withHeaders({ 'Retry-After': nextSecond(settings.now()) })(answer, call))(
        stages,
        settings,
      ),
    spent,
    { quota },
  ),
  variant(
    'small-quota-in-other-words',
    '7 rule 3',
    'the message gives the wait in other words',
    on(limited, set({ message: 'Slow down: try again in 1s.' })),
    spent,
    { quota },
  ),
  variant(
    'quota-before-key',
    '5',
    'the quota is counted before the key is looked at',
    ({ authenticate, limit }) => ({
      authenticate: (call) => limit(call) ?? authenticate(call),
      limit: () => undefined,
    }),
    { ...spent, headers: { Authorization: null } },
    { quota },
  ),
];
