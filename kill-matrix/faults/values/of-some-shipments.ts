/** Values that have the right form in most answers, and values that are admitted in a form near the right one. */
import {
  alter,
  all,
  categories,
  each,
  eachWith,
  every,
  on,
  overlook,
  rates,
  served,
  set,
  status,
} from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, askWith, boxesOf, listCategories, TWO_BOXES, valueAt } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('values of some shipments');
const weighs = (test: (weight: number) => boolean) =>
  all(
    rates,
    served('getShippingRates', ({ body }) => test(Number(valueAt(body, ['weight'])))),
  );

export default [
  ...foundBy(
    'requests/invalid-value',
    fault(
      'country-of-punctuation',
      '2.4',
      'a country code may be two characters of any kind',
      overlook(
        ({ kind, path }, call) =>
          kind === 'value' && path.at(-1) === 'country_code' && String(valueAt(call.body, path)).length === 2,
      ),
      askWith('receiver.country_code', '--'),
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    fault(
      'weight-true',
      '4.2',
      'the weight of a shipment may be true, which counts as 1',
      overlook(({ path }, call) => path.join() === 'weight' && valueAt(call.body, path) === true),
      askWith('weight', true),
    ),
  ),
  ...foundBy(
    'rates/fields',
    fault(
      'charge-text-for-fractions',
      '2.3',
      'charges for a weight with a fraction are texts',
      on(
        weighs((weight) => !Number.isInteger(weight)),
        each((rate) => ({ ...rate, shipping_charge: String(rate.shipping_charge) })),
      ),
      askWith('weight', 3.5),
    ),
    fault(
      'time-null-for-several-boxes',
      '2.3',
      'shipments of two or more boxes have no delivery time',
      on(
        all(rates, (_answer, call) => boxesOf(call).length > 1),
        eachWith({ delivery_time: null }),
      ),
      askRates(TWO_BOXES),
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault(
      'limit-data-holds-usage',
      '7',
      'the data of a 429 holds what was used of the quota',
      on(status(429), set({ data: [{ used: 100 }] })),
      { ...listCategories, times: 101 },
      { quota: { limit: 100, waitMs: 1000 } },
    ),
  ),
  ...foundBy(
    'categories/timestamps',
    fault(
      'updated-stamp-lost-now-and-then',
      '2.2',
      'in every fourth answer categories have an empty text for when they were updated',
      on(
        all(categories, every(4)),
        each((category) => ({ ...category, updated_at: '' })),
      ),
      { ...listCategories, times: 4 },
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'warnings-in-errors',
      '2.1',
      'a heavy shipment is rated with a warning in errors',
      on(
        weighs((weight) => weight >= 100),
        alter('errors', () => ['This shipment is heavy']),
      ),
      askWith('weight', 120),
    ),
  ),
];
