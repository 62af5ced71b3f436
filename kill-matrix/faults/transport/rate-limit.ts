/** The 429 and what follows it (section 7 rule 3, section 8), on a server whose quota is small. */
import {
  document,
  httpStatus,
  on,
  restatus,
  serverError,
  set,
  status,
  withHeaders,
} from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import { enveloped } from '../../reference-server/stages.js';
import { faultsOf, type Apply, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('rate limit', { section: '7 rule 3' });
const quota = { limit: 100, waitMs: 1000 };
const spent: Step = { ...listCategories, times: quota.limit + 1 };
const fault = ({
  apply,
  witness = [spent],
  ...row
}: NamedFault & { apply: Apply; witness?: readonly Step[] }) =>
  write({ ...row, apply, witness, settings: { quota } });
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

export default [
  fault({
    id: 'limit-silent',
    title: 'neither message nor header says when to retry',
    foundOnlyBy: 'limits/says-when-to-retry',
    apply: on(limited, () => enveloped(429, 'Too many requests', [], ['Too many requests'])),
  }),
  fault({
    id: 'limit-message-empty',
    title: 'the message is empty',
    foundBy: ['limits/says-when-to-retry', 'errors/message-fits'],
    apply: on(limited, set({ message: '' })),
  }),
  fault({
    id: 'limit-http-200',
    title: 'a spent quota is HTTP 200 with the envelope of a 429',
    foundBy: ['envelope/status-flag', 'envelope/errors', 'envelope/response-code'],
    apply: on(limited, httpStatus(200)),
  }),
  fault({
    id: 'limit-403',
    title: 'a spent quota is 403',
    foundBy: 'requests/wrong-type',
    apply: on(limited, restatus(403)),
  }),
  fault({
    id: 'limit-503',
    title: 'a spent quota is 503',
    foundBy: 'responses/no-server-error',
    apply: on(limited, restatus(503)),
  }),
  fault({
    id: 'limit-500',
    title: 'a spent quota is 500',
    foundBy: 'responses/no-server-error',
    apply: on(limited, serverError),
  }),
  fault({
    id: 'limit-laravel',
    title: 'a 429 has only "Too Many Attempts."',
    foundBy: ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
    apply: on(limited, document(429, { message: 'Too Many Attempts.' })),
  }),
  fault({
    id: 'limit-retry-after-words',
    title: 'Retry-After is neither seconds nor a date',
    foundOnlyBy: 'limits/retry-after-header',
    apply: on(limited, withHeaders({ 'Retry-After': 'soon' })),
  }),
  fault({
    id: 'limit-waits-differ',
    title: 'the message names a shorter wait than Retry-After',
    foundOnlyBy: 'limits/one-wait',
    apply: on(limited, withHeaders({ 'Retry-After': '4' })),
  }),
  fault({
    id: 'limit-never-recovers',
    title: 'requests are refused after the wait that the message gives',
    foundOnlyBy: 'limits/recovers',
    apply: neverRecovers,
    witness: [spent, { ...listCategories, later: 1500 }],
  }),
];
