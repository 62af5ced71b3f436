/** The little that is stated of orders, where they are offered: any call needs a key, any answer has the envelope. */
import { all, drop, on, overlook, served, success } from '../changes.js';
import { askRates, withKey } from '../requests.js';
import { variationsOf, type Step } from '../variation.js';

const fault = variationsOf('orders');
const order = (body: object): Step => ({
  method: 'POST',
  path: '/create-order',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
const quoted = [askRates(), order({ rate_id: 'req-1-alba' })];

export const orderFaults = [
  fault(
    'order-without-key',
    '5 rule 1',
    'orders need no key',
    ({ authenticate }) => ({
      authenticate: (call) => (call.operation === 'createOrder' ? undefined : authenticate(call)),
    }),
    withKey(null, order({})),
  ),
  fault(
    'order-unknown-field-accepted',
    '4.3',
    'an order with an unknown field is made',
    overlook(({ kind }) => kind === 'unknown'),
    [askRates(), order({ rate_id: 'req-1-alba', colour: 'red' })],
  ),
  fault(
    'order-errors-missing',
    '2.1',
    'errors is left out of a new order',
    on(all(success, served('createOrder')), drop('errors')),
    quoted,
  ),
];
