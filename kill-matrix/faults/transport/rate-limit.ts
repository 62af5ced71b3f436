/** The 429 and what follows it (section 7 rule 3, section 8), on a server whose quota is small. */
import { enveloped } from '../../reference-server/stages.js';
import {
  document,
  httpStatus,
  on,
  restatus,
  serverError,
  set,
  status,
  withHeaders,
  refusal,
} from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import { type Apply, faultsOf, type Step } from '../../variations/variation.js';

const quota = { limit: 100, waitMs: 1000 };
const spent: Step = { ...listCategories, times: quota.limit + 1 };
const limited = status(429);
/** Goes on refusing once the quota was spent. */
const neverRecovers: Apply = ({ limit }) => {
  let used = 0;
  return {
    limit: (call) =>
      ++used > quota.limit
        ? enveloped(429, 'Rate limit exceeded. Retry after 1 seconds', [], ['Too many requests'])
        : limit(call),
  };
};

export default faultsOf('rate limit', { section: '7 rule 3', witness: spent, settings: { quota } })({
  'limit-silent': {
    title: 'neither message nor header says when to retry',
    foundOnlyBy: 'limits/says-when-to-retry',
    apply: on(limited, refusal(429, 'Too many requests', 'Too many requests')),
  },
  'limit-message-empty': {
    title: 'the message is empty',
    foundBy: ['limits/says-when-to-retry', 'errors/message-fits'],
    apply: on(limited, set({ message: '' })),
  },
  'limit-http-200': {
    title: 'a spent quota is HTTP 200 with the envelope of a 429',
    foundBy: ['envelope/status-flag', 'envelope/errors', 'envelope/response-code'],
    apply: on(limited, httpStatus(200)),
  },
  'limit-403': {
    title: 'a spent quota is 403',
    foundBy: 'requests/wrong-type',
    apply: on(limited, restatus(403)),
  },
  'limit-503': {
    title: 'a spent quota is 503',
    foundBy: 'responses/no-server-error',
    apply: on(limited, restatus(503)),
  },
  'limit-500': {
    title: 'a spent quota is 500',
    foundBy: 'responses/no-server-error',
    apply: on(limited, serverError),
  },
  'limit-laravel': {
    title: 'a 429 has only "Too Many Attempts."',
    foundBy: ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
    apply: on(limited, document(429, { message: 'Too Many Attempts.' })),
  },
  'limit-retry-after-words': {
    title: 'Retry-After is neither seconds nor a date',
    foundOnlyBy: 'limits/retry-after-header',
    apply: on(limited, withHeaders({ 'Retry-After': 'soon' })),
  },
  'limit-waits-differ': {
    title: 'the message names a shorter wait than Retry-After',
    foundOnlyBy: 'limits/one-wait',
    apply: on(limited, withHeaders({ 'Retry-After': '4' })),
  },
  'limit-never-recovers': {
    title: 'requests are refused after the wait that the message gives',
    foundOnlyBy: 'limits/recovers',
    apply: neverRecovers,
    witness: [spent, { ...listCategories, later: 1500 }],
  },
});
