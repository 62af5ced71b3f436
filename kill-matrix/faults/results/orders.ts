/** Operations on orders (4.3): what is stated of them, and with level ASSUMED what this project assumed. */
import { enveloped } from '../../reference-server/stages.js';
import { all, eachWithout, joinErrors, on, served, set, status, success } from '../../variations/changes.js';
import { askRates, withKey, order } from '../../variations/requests.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const quoted = [askRates(), order({ rate_id: 'req-1-alba' })];
const lookup: Step = { method: 'GET', path: '/orders/TRK000001' };

export default [
  ...faultsOf('orders', { section: '5 rule 1' })({
    'lookup-without-key': {
      title: 'looking an order up without a key finds nothing instead of being refused',
      foundBy: 'orders/needs-key',
      apply: ({ authenticate, decide }) => ({
        decide: (call) =>
          call.operation === 'getOrder' && authenticate(call)
            ? enveloped(200, 'No orders', [])
            : decide(call),
      }),
      witness: withKey(null, lookup),
    },
    'lookup-finds-nothing': {
      section: '7',
      title: 'a lookup of an unknown tracking number is 200 with an empty list',
      foundBy: 'orders/unknown-tracking-number',
      apply: on(all(status(404), served('getOrder')), () => enveloped(200, 'No orders', [])),
      witness: lookup,
    },
    'order-as-object': {
      section: '2.1',
      title: 'data of a new order is an object',
      foundBy: 'envelope/data',
      apply: on(all(success, served('createOrder')), set({ data: { tracking_number: 'TRK000001' } })),
      witness: quoted,
    },
    'order-unknown-fields-joined': {
      section: '7 rule 2',
      title: 'the unknown fields of an order are named in one string',
      foundOnlyBy: 'orders/each-unknown-field',
      apply: on(all(status(400), served('createOrder')), joinErrors),
      witness: [order({ colour: 'red', size: 'large', pattern: 'dots' })],
    },
  }),
  ...faultsOf('orders', { section: '4.3', level: 'ASSUMED' })({
    'order-found-without-key': {
      section: '5 rule 1',
      title: 'looking an order up needs no key',
      foundBy: ['auth/missing-key', 'auth/unknown-key'],
      apply: ({ authenticate }) => ({
        authenticate: (call) => (call.operation === 'getOrder' ? undefined : authenticate(call)),
      }),
      witness: withKey(null, lookup),
    },
    'order-unknown-field-accepted': {
      title: 'an order with an unknown field is made',
      foundOnlyBy: 'orders/unknown-field-beside-rate',
      overlooks: ({ kind }) => kind === 'unknown',
      witness: [askRates(), order({ rate_id: 'req-1-alba', colour: 'red' })],
    },
    'order-not-found-again': {
      title: 'an order is not found by its tracking number',
      foundOnlyBy: 'orders/order-can-be-followed',
      apply: ({ operate }) => ({
        operate: (call) =>
          call.operation === 'getOrder'
            ? enveloped(404, 'Order not found', [], [`No order has the number in ${call.path}`])
            : operate(call),
      }),
      witness: [...quoted, lookup],
    },
    'unknown-order-unnamed': {
      section: '7 rule 4',
      title: 'the 404 for an unknown order does not name the tracking number',
      foundOnlyBy: 'orders/unknown-tracking-number',
      apply: on(all(status(404), served('getOrder')), set({ errors: ['There is no such order'] })),
      witness: lookup,
    },
    'order-without-courier': {
      section: '2',
      title: 'courier_name is left out of a new order',
      foundOnlyBy: 'responses/schema',
      apply: on(all(success, served('createOrder')), eachWithout('courier_name')),
      witness: quoted,
    },
  }),
];
