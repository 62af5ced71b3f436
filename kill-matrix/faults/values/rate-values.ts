/** A value of another form in some of the rates (2.3). */
import type { Fields } from '../../reference-server/stages.js';
import {
  alter,
  each,
  eachWith,
  on,
  rates,
  served,
  all,
  set,
  success,
  rewrite,
} from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, changed } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('forms of values');
const third = (change: (element: Fields) => Fields) =>
  each((element, index) => (index === 2 ? change(element) : element));

export default [
  ...foundBy(
    'rates/logo',
    fault(
      'second-logo-without-scheme',
      '2.3',
      'the logo of the second rate has no scheme',
      on(
        rates,
        each((one, index) => (index === 1 ? { ...one, logo: String(one.logo).replace('https:', '') } : one)),
      ),
      askRates(),
    ),
    fault(
      'logo-only-scheme',
      '2.3',
      'a logo that is missing is http://',
      on(
        rates,
        third((one) => ({ ...one, logo: 'http://' })),
      ),
      askRates(),
    ),
  ),
  ...foundBy(
    'rates/fields',
    fault(
      'fee-null-for-last',
      '2.3',
      'the fee of the last rate is null',
      on(
        rates,
        each((one, index, length) => (index === length - 1 ? { ...one, home_delivery_fee: null } : one)),
      ),
      askRates(),
    ),
    fault(
      'time-is-text-for-long',
      '2.3',
      'delivery_time over 100 hours is text',
      on(
        rates,
        each((one) =>
          Number(one.delivery_time) > 100 ? { ...one, delivery_time: String(one.delivery_time) } : one,
        ),
      ),
      askRates(),
    ),
    fault(
      'tax-number-for-second',
      '2.3',
      'import_tax of the second rate is 0',
      on(
        rates,
        each((one, index) => (index === 1 ? { ...one, import_tax: 0 } : one)),
      ),
      askRates(),
    ),
    fault(
      'charge-with-currency',
      '2.3',
      'a charge over 40 is text with a currency',
      on(
        rates,
        each((one) =>
          Number(one.shipping_charge) > 40
            ? { ...one, shipping_charge: `USD ${String(one.shipping_charge)}` }
            : one,
        ),
      ),
      askRates(),
    ),
    fault(
      'rates-sorted-names-lost',
      '2.3',
      'courier_name is null for carriers whose name is not ASCII',
      on(
        rates,
        each((one) => (/[^ -~]/.test(String(one.courier_name)) ? { ...one, courier_name: null } : one)),
      ),
      askRates(),
    ),
    fault(
      'courier-type-list',
      '2.3',
      'courier_type is a list',
      on(rates, eachWith({ courier_type: ['ground'] })),
      askRates(),
    ),
  ),
  ...foundBy(
    'rates/one-request-id',
    fault(
      'request-id-differs-in-last',
      '2.3',
      'the last rate has another request_id',
      on(
        rates,
        each((one, index, length) =>
          index === length - 1 ? { ...one, request_id: `${String(one.request_id)}0` } : one,
        ),
      ),
      askRates(),
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault(
      'empty-success-without-couriers',
      '4.2',
      'heavy shipments get a success whose data is an object',
      on(
        all(
          success,
          served('getShippingRates', ({ body }) => Number((Object(body) as Fields).weight) > 100),
        ),
        set({ data: {} }),
      ),
      askRates(changed('weight', 160)),
    ),
  ),
  ...foundBy(
    'http/valid-json',
    fault(
      'nan-when-light',
      '2.3',
      'charges of shipments below a pound are NaN',
      on(
        all(
          rates,
          served('getShippingRates', ({ body }) => Number((Object(body) as Fields).weight) < 1),
        ),
        rewrite((json) => json.replace(/"shipping_charge":[\d.]+/g, '"shipping_charge":NaN')),
      ),
      askRates(changed('weight', 0.5, changed('box_dimension.0.weight', 0.5))),
    ),
  ),
  ...foundBy(
    ['rates/fields', 'rates/one-per-option'],
    fault(
      'extra-rate-without-id',
      '2.3',
      'a promotion without id is the last rate',
      on(
        rates,
        alter('data', (data) => [...(data as Fields[]), { ...(data as Fields[])[0], id: undefined }]),
      ),
      askRates(),
    ),
  ),
];
