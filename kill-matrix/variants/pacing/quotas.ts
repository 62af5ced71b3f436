/** Servers that pace their clients by 429, which conforms as long as it says when to retry (7 rule 3, 8). */
import { on, set, status, withHeaders } from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const variant = variationsOf('pacing', { section: '7 rule 3' });
const quota = { limit: 100, waitMs: 1000 };
const spent = { ...listCategories, times: 101 };
/** HTTP dates have whole seconds, so the wait is rounded up. */
const nextSecond = (ms: number) => new Date(Math.ceil((ms + 1000) / 1000) * 1000).toUTCString();
const limited = status(429);

export default [
  variant({
    id: 'small-quota',
    section: '8',
    title: 'a second of rest per hundred requests, with Retry-After',
    apply: (stages) => stages,
    witness: spent,
    settings: {
      quota,
    },
  }),
  variant({
    id: 'small-quota-without-header',
    title: 'only the message says when to retry',
    apply: on(limited, (answer) => ({ ...answer, headers: {} })),
    witness: spent,
    settings: { quota },
  }),
  variant({
    id: 'small-quota-as-date',
    section: 'RFC 9110 10.2.3',
    title: 'Retry-After is a date',
    apply: (stages, settings) =>
      on(limited, (answer, call) => withHeaders({ 'Retry-After': nextSecond(settings.now()) })(answer, call))(
        stages,
        settings,
      ),
    witness: spent,
    settings: { quota },
  }),
  variant({
    id: 'small-quota-in-other-words',
    title: 'the message gives the wait in other words',
    apply: on(limited, set({ message: 'Slow down: try again in 1s.' })),
    witness: spent,
    settings: { quota },
  }),
  variant({
    id: 'quota-before-key',
    section: '5',
    title: 'the quota is counted before the key is looked at',
    apply: ({ authenticate, limit }) => ({
      authenticate: (call) => limit(call) ?? authenticate(call),
      limit: () => undefined,
    }),
    witness: { ...spent, headers: { Authorization: null } },
    settings: { quota },
  }),
];
