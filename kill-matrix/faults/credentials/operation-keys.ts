/** Credentials on each operation, on HEAD and on unknown paths (section 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { enveloped, type Call } from '../../reference-server/stages.js';
import { all, on, restatus, serverError, status, type When } from '../../variations/changes.js';
import { askRates, withKey } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('keys of operations', { section: '5 rule 4' });
const { expired, limited } = DEFAULT_KEYS;

const forLookup: When = (_, call) => call.operation === 'getOrder';
const forRates: When = (_, call) => call.operation === 'getShippingRates';
const forList: When = (_, call) => call.operation === 'listCategories';

const header = (call: Call) => String(call.headers.authorization ?? '');
const hasExpired: When = (_, call) => header(call) === `Bearer ${expired}`;
const isEmpty: When = (_, call) => header(call) === '';
export default [
  fault({
    id: 'rates-401-missing-only-500',
    section: '7',
    title: 'rates without a key are 500, with a wrong one 401',
    foundBy: ['auth/before-validation', 'auth/missing-key'],
    apply: on(all(status(401), forRates, isEmpty), serverError),
    witness: withKey(null, askRates()),
  }),
  fault({
    id: 'list-401-expired-is-419',
    title: 'the category list refuses an expired key with 419',
    foundBy: ['auth/expired-key', 'responses/documented-status'],
    apply: on(all(status(401), forList, hasExpired), restatus(419)),
    witness: withKey(`Bearer ${expired}`),
  }),
  fault({
    id: 'limited-403-for-shape-only',
    section: '5 rule 5',
    title: 'a limited key is refused only when the shipment is valid, and else gets a 200 without rates',
    foundBy: ['auth/limited-key', 'envelope/data'],
    apply: on(
      all(status(403), (_, { body }) => typeof (Object(body) as { weight?: unknown }).weight !== 'number'),
      () => enveloped(200, '', []),
    ),
    witness: withKey(`Bearer ${limited}`, askRates({})),
  }),
  fault({
    id: 'lookup-401-is-404',
    section: '5 rule 3',
    title: 'looking an order up with an unknown key is 404',
    foundOnlyBy: 'orders/needs-key',
    apply: on(all(status(401), forLookup), restatus(404)),
    witness: withKey('Bearer nobody', { method: 'GET', path: '/orders/TRK1' }),
  }),
];
