/** The 429 and what follows it (section 7 rule 3, section 8), on a server whose quota is small. */
import {
  document,
  drop,
  httpStatus,
  on,
  page,
  restatus,
  serverError,
  set,
  status,
  withHeaders,
} from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import { hangUp } from '../../variations/sending.js';
import { enveloped } from '../../reference-server/stages.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf, type Apply, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('rate limit');
const quota = { limit: 100, waitMs: 1000 };
const spent: Step = { ...listCategories, times: quota.limit + 1 };
const fault = (id: string, title: string, apply: Apply, witness: readonly Step[] = [spent]): Variation =>
  write(id, '7 rule 3', title, apply, witness, { quota });
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
  foundOnlyBy(
    'limits/says-when-to-retry',
    fault(
      'limit-silent',
      'neither message nor header says when to retry',
      on(limited, () => enveloped(429, 'Too many requests', [], ['Too many requests'])),
    ),
  ),
  ...foundBy(
    'limits/says-when-to-retry',
    fault(
      'limit-said-in-header-only',
      'only Retry-After says when to retry, the message does not',
      on(limited, set({ message: 'Too many requests' })),
    ),
  ),
  ...foundBy(
    ['limits/says-when-to-retry', 'errors/message-fits'],
    fault('limit-message-empty', 'the message is empty', on(limited, set({ message: '' }))),
  ),
  ...foundBy(
    'envelope/message',
    fault('limit-message-missing', 'the message is left out', on(limited, drop('message'))),
  ),
  ...foundBy(
    ['envelope/status-flag', 'envelope/errors', 'envelope/response-code'],
    fault(
      'limit-http-200',
      'a spent quota is HTTP 200 with the envelope of a 429',
      on(limited, httpStatus(200)),
    ),
  ),
  ...foundBy('requests/wrong-type', fault('limit-403', 'a spent quota is 403', on(limited, restatus(403)))),
  ...foundBy(
    'responses/no-server-error',
    fault('limit-503', 'a spent quota is 503', on(limited, restatus(503))),
    fault('limit-500', 'a spent quota is 500', on(limited, serverError)),
  ),
  ...foundBy(
    'envelope/status-flag',
    fault('limit-status-true', 'status is true in a 429', on(limited, set({ status: true }))),
  ),
  ...foundBy(
    'envelope/response-code',
    fault('limit-code-number', 'response_code is the number 429', on(limited, set({ response_code: 429 }))),
  ),
  ...foundBy(
    'envelope/data',
    fault('limit-data-null', 'data is null in a 429', on(limited, set({ data: null }))),
  ),
  ...foundBy(
    'envelope/errors',
    fault('limit-errors-empty', 'errors is empty in a 429', on(limited, set({ errors: [] }))),
  ),
  ...foundBy(
    ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
    fault(
      'limit-laravel',
      'a 429 has only "Too Many Attempts."',
      on(limited, document(429, { message: 'Too Many Attempts.' })),
    ),
  ),
  ...foundBy(
    ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
    fault(
      'limit-nginx-page',
      'a 429 is an HTML page',
      on(limited, page(429, 'text/html', '<html><h1>429 Too Many Requests</h1></html>')),
    ),
  ),
  foundOnlyBy(
    'limits/retry-after-header',
    fault(
      'limit-retry-after-words',
      'Retry-After is neither seconds nor a date',
      on(limited, withHeaders({ 'Retry-After': 'soon' })),
    ),
  ),
  ...foundBy(
    'http/answers',
    fault('limit-hangs-up', 'the connection closes when the quota is spent', hangUp(limited)),
  ),
  foundOnlyBy(
    'limits/recovers',
    fault(
      'limit-never-recovers',
      'requests are refused after the wait that the message gives',
      neverRecovers,
      [spent, { ...listCategories, later: 1500 }],
    ),
  ),
];
