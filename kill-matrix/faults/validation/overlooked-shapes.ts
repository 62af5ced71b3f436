/** Requests that lack something or have it in another shape, and are served where nothing else is wrong (2.4, 4.2 rule 1). */
import type { Fields } from '../../reference-server/stages.js';
import { overlook } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import {
  askRates,
  askWith,
  askWithout,
  boxesOf,
  changed,
  SHIPMENT,
  TWO_BOXES,
} from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('forms of values');

export default [
  ...foundBy(
    'errors/one-string-per-problem',
    fault(
      'box-null-accepted',
      '2.4',
      'a box of null among boxes is skipped',
      overlook(({ path }, call) => path.length === 2 && boxesOf(call).length > 1),
      askRates({ ...SHIPMENT, box_dimension: [...SHIPMENT.box_dimension, null] }),
    ),
    fault(
      'state-optional-abroad',
      '4.2 rule 1',
      'a state is optional outside of the United States',
      overlook(
        ({ kind, path }, { body }) =>
          kind === 'missing' &&
          path.at(-1) === 'state' &&
          (Object((Object(body) as Fields)[String(path[0])]) as Fields).country_code !== 'US',
      ),
      askRates(changed('receiver.country_code', 'BD', changed('receiver.state', undefined))),
    ),
  ),
  ...foundBy(
    'requests/wrong-type',
    fault(
      'items-text-accepted',
      '2.4',
      'an item that is a text is taken for its name',
      overlook(({ kind, path }) => kind === 'type' && path.length === 4),
      askWith('box_dimension.0.items.0', 'Notebook'),
    ),
    fault(
      'party-text-accepted',
      '2.4',
      'a receiver that is a text is taken for its address',
      overlook(({ kind, path }) => kind === 'type' && path.length === 1 && path[0] === 'receiver'),
      askWith('receiver', '12 Harbour Street, Austin'),
    ),
  ),
  ...foundBy(
    'requests/later-elements',
    fault(
      'second-item-quantity-number',
      '2.4',
      'the quantity of a second item may be a number',
      overlook(({ kind, path }) => kind === 'type' && path.at(-1) === 'quantity' && path.at(-2) === 1),
      askRates(changed('box_dimension.1.items.1.quantity', 1, TWO_BOXES)),
    ),
  ),
  ...foundBy(
    ['errors/names-field', 'errors/one-string-per-problem', 'requests/missing-field'],
    fault(
      'box-weight-optional-with-total',
      '4.2 rule 1',
      'the weight of a box is optional when there is one box',
      overlook(
        ({ kind, path }, call) =>
          kind === 'missing' && path.length === 3 && path[2] === 'weight' && boxesOf(call).length === 1,
      ),
      askWithout('box_dimension.0.weight'),
    ),
  ),
  ...foundBy(
    ['requests/invalid-in-any-form', 'requests/missing-field'],
    fault(
      'delivery-type-optional',
      '4.2 rule 1',
      'delivery_type is commercial where it is missing and nothing else is',
      overlook(({ kind, path }) => kind === 'missing' && path[0] === 'delivery_type'),
      askWithout('delivery_type'),
    ),
  ),
];
