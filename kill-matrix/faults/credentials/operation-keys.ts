/** Credentials on each operation, on HEAD and on unknown paths (section 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { enveloped, type Call } from '../../reference-server/stages.js';
import {
  all,
  drop,
  on,
  page,
  restatus,
  serverError,
  set,
  status,
  type When,
} from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askRates, forbiddenRates, listCategories, unknownPath, withKey } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('keys of operations');
const { expired, limited } = DEFAULT_KEYS;

const forLookup: When = (_, call) => call.operation === 'getOrder';
const forRates: When = (_, call) => call.operation === 'getShippingRates';
const forList: When = (_, call) => call.operation === 'listCategories';

const header = (call: Call) => String(call.headers.authorization ?? '');
const hasExpired: When = (_, call) => header(call) === `Bearer ${expired}`;
const isEmpty: When = (_, call) => header(call) === '';
export default [
  ...foundBy(
    ['auth/before-validation', 'auth/missing-key'],
    fault(
      'rates-401-missing-only-500',
      '7',
      'rates without a key are 500, with a wrong one 401',
      on(all(status(401), forRates, isEmpty), serverError),
      withKey(null, askRates()),
    ),
  ),
  ...foundBy(
    ['auth/before-validation', 'auth/expired-key'],
    fault(
      'rates-401-expired-is-403',
      '5 rule 4',
      'rates refuse an expired key with 403',
      on(all(status(401), forRates, hasExpired), restatus(403)),
      withKey(`Bearer ${expired}`, askRates()),
    ),
  ),
  ...foundBy(
    ['http/challenge-with-401', 'http/json-content-type'],
    fault(
      'rates-401-as-text',
      '4',
      'the 401 of rates is plain text',
      on(all(status(401), forRates), page(401, 'text/plain', 'Unauthorized')),
      withKey(null, askRates()),
    ),
    fault(
      'unknown-path-401-page',
      '4',
      'an unknown path without a key is the login page',
      on(
        all(status(401), (_, { operation }) => operation === undefined),
        page(401, 'text/html', '<form>Sign in</form>'),
      ),
      withKey(null, unknownPath),
    ),
  ),
  ...foundBy(
    ['auth/expired-key', 'responses/documented-status'],
    fault(
      'list-401-expired-is-419',
      '5 rule 4',
      'the category list refuses an expired key with 419',
      on(all(status(401), forList, hasExpired), restatus(419)),
      withKey(`Bearer ${expired}`),
    ),
  ),
  ...foundBy(
    'envelope/status-flag',
    fault(
      'list-401-status-missing',
      '2.1',
      'status is left out of the 401 of the category list',
      on(all(status(401), forList), drop('status')),
      withKey(null),
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault(
      'list-401-data-null',
      '7',
      'data is null in the 401 of the category list for an expired key',
      on(all(status(401), forList, hasExpired), set({ data: null })),
      withKey(`Bearer ${expired}`),
    ),
    fault(
      'limited-403-data-holds-plan',
      '7',
      'data of a 403 holds the plan to upgrade to',
      on(all(status(403), forRates), set({ data: [{ plan: 'pro' }] })),
      forbiddenRates,
    ),
  ),
  ...foundBy(
    'auth/side-doors',
    fault(
      'head-401-is-200',
      '5 rule 3',
      'HEAD with an unknown key is 200',
      on(
        all(status(401), (_, { method }) => method === 'HEAD'),
        () => enveloped(200, 'Categories', []),
      ),
      withKey('Bearer nobody', { method: 'HEAD', path: '/categories' }),
    ),
  ),
  foundOnlyBy(
    'auth/expired-key',
    fault(
      'head-expired-is-200',
      '5 rule 4',
      'HEAD with an expired key is 200',
      on(
        all(status(401), hasExpired, (_, { method }) => method === 'HEAD'),
        () => enveloped(200, 'Categories', []),
      ),
      withKey(`Bearer ${expired}`, { method: 'HEAD', path: '/categories' }),
    ),
  ),
  ...foundBy(
    ['auth/limited-key', 'envelope/data'],
    fault(
      'limited-403-for-shape-only',
      '5 rule 5',
      'a limited key is refused only when the shipment is valid, and else gets a 200 without rates',
      on(
        all(status(403), (_, { body }) => typeof (Object(body) as { weight?: unknown }).weight !== 'number'),
        () => enveloped(200, '', []),
      ),
      withKey(`Bearer ${limited}`, askRates({})),
    ),
  ),
  foundOnlyBy(
    'orders/needs-key',
    fault(
      'lookup-401-is-404',
      '5 rule 3',
      'looking an order up with an unknown key is 404',
      on(all(status(401), forLookup), restatus(404)),
      withKey('Bearer nobody', { method: 'GET', path: '/orders/TRK1' }),
    ),
  ),

  ...foundBy(
    'envelope/errors',
    fault(
      'limited-403-errors-null',
      '7',
      'errors is null in the 403 of rates',
      on(all(status(403), forRates), set({ errors: null })),
      forbiddenRates,
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'limited-403-code-missing',
      '2.1',
      'response_code is left out of the 403 of rates',
      on(all(status(403), forRates), drop('response_code')),
      forbiddenRates,
    ),
  ),
  ...foundBy(
    'auth/expired-key',
    fault(
      'expired-key-served-when-compressed',
      '5 rule 4',
      'an expired key is served the list when it asks for compressed answers',
      on(
        all(status(401), forList, hasExpired, (_, { headers }) =>
          String(headers['accept-encoding'] ?? '').includes('gzip'),
        ),
        () => enveloped(200, 'Categories', []),
      ),
      {
        ...withKey(`Bearer ${expired}`, listCategories),
        headers: { Authorization: `Bearer ${expired}`, 'Accept-Encoding': 'gzip' },
      },
    ),
  ),
];
