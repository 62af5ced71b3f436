/** Values of rates and of the envelope that are not of the form that sections 2.1 and 2.3 state. */
import type { Call, Fields } from '../../reference-server/stages.js';
import {
  all,
  alter,
  categories,
  eachWith,
  on,
  rates,
  served,
  set,
  status,
  type Change,
  type When,
} from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import {
  askRates,
  askWith,
  askWithout,
  boxesOf,
  changed,
  itemsOf,
  listCategories,
  SHIPMENT,
  unknownPath,
  valueAt,
} from '../../variations/requests.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('forms of values');

const rate = (
  id: string,
  title: string,
  fields: Fields,
  step: Step = askRates(),
  when: (call: Call) => boolean = () => true,
): Variation =>
  write(
    id,
    '2.3',
    title,
    on(
      all(rates, (_, call) => when(call)),
      eachWith(fields),
    ),
    step,
  );
const weightOf = ({ body }: Call) => Number(valueAt(body, ['weight']));
const value = (call: Call) =>
  itemsOf(call).reduce((sum, item) => sum + Number(item.quantity) * Number(item.unit_price), 0);
const weigh = (weight: number) => askWith('weight', weight);
const manyShipped: When = served('getShippingRates');

/** Gives the couriers back that the weight left without an offer. */
const withRates = (fields: Fields): Change =>
  alter('data', () => [
    {
      id: 'r-1',
      request_id: 'q-1',
      courier_name: 'Corvo Freight',
      courier_type: 'freight',
      delivery_time: 168,
      delivery_time_text: 'About 7 days',
      description: 'Freight',
      home_delivery_fee: 0,
      import_tax: 'None',
      logo: 'https://img.example.com/couriers/corvo.png',
      shipping_charge: 100,
      ...fields,
    },
  ]);

export default [
  ...foundBy(
    'rates/logo',
    rate('logo-without-scheme', 'logo begins with // and has no scheme', {
      logo: '//img.example.com/couriers/alba.png',
    }),
    rate('logo-without-host', 'logo has a scheme and no host', { logo: 'https:///couriers/alba.png' }),
    rate('logo-domain-only', 'logo is a host and a path', { logo: 'img.example.com/couriers/alba.png' }),
    rate('logo-with-space', 'logo has a space in it', { logo: 'https://img.example.com/Alba Road.png' }),
    rate('logo-text-null', 'logo is the text "null"', { logo: 'null' }),
    rate('logo-image-tag', 'logo is an HTML tag', { logo: '<img src="https://img.example.com/alba.png">' }),
    rate('logo-placeholder', 'logo is a template that nobody filled in', {
      logo: '{{base_url}}/couriers/alba.png',
    }),
  ),
  ...foundBy(
    'rates/fields',
    rate('logo-list', 'logo is a list of URLs', { logo: ['https://img.example.com/alba.png'] }),
    rate('delivery-time-iso', 'delivery_time is an ISO 8601 duration', { delivery_time: 'PT96H' }),
    rate('delivery-time-list', 'delivery_time is a list with the least and the most', {
      delivery_time: [72, 96],
    }),
    rate('fee-word-free', 'home_delivery_fee is "Free"', { home_delivery_fee: 'Free' }),
    rate('tax-object', 'import_tax is an object with a rate', { import_tax: { rate: 0.2 } }),
    rate('tax-false', 'import_tax is false', { import_tax: false }),
    rate(
      'charge-on-request',
      'shipping_charge is "On request" from 300 pounds',
      { shipping_charge: 'On request' },
      weigh(350),
      (call) => weightOf(call) >= 300,
    ),
    rate(
      'charge-null-for-light',
      'shipping_charge is null below one pound',
      { shipping_charge: null },
      weigh(0.4),
      (call) => weightOf(call) < 1,
    ),
    rate(
      'charge-nan-text-for-large-size',
      'shipping_charge is the text "NaN" for sides over 1e100',
      { shipping_charge: 'NaN' },
      askWith('box_dimension.0.length', 1e120),
      (call) => boxesOf(call).some(({ length }) => Number(length) > 1e100),
    ),
    rate(
      'charge-null-for-overflowing-volume',
      'shipping_charge is null when the volume overflows',
      { shipping_charge: null },
      askRates(changed('box_dimension.0.length', 1e200, changed('box_dimension.0.width', 1e200))),
      (call) => boxesOf(call).some(({ length, width }) => !Number.isFinite(Number(length) * Number(width))),
    ),
    rate(
      'tax-null-for-large-value',
      'import_tax is null when the goods are worth more than a million',
      { import_tax: null },
      askWith('box_dimension.0.items.0.unit_price', '99999999.99'),
      (call) => value(call) > 1e6,
    ),
    rate(
      'fee-null-for-small-box',
      'home_delivery_fee is null for boxes with a side below one',
      { home_delivery_fee: null },
      askWith('box_dimension.0.height', 0.5),
      (call) => boxesOf(call).some(({ height }) => Number(height) < 1),
    ),
    rate(
      'time-null-across-borders',
      'delivery_time is null from one country to another',
      { delivery_time: null },
      askWith('receiver.country_code', 'BD'),
      ({ body }) => valueAt(body, ['sender', 'country_code']) !== valueAt(body, ['receiver', 'country_code']),
    ),
    rate(
      'tax-missing-text-inland',
      'import_tax is null inside a country',
      { import_tax: null },
      askRates(),
      ({ body }) => valueAt(body, ['sender', 'country_code']) === valueAt(body, ['receiver', 'country_code']),
    ),
    write(
      'charge-null-for-overflowing-weight',
      '2.3',
      'a weight over 1e300 is rated, and shipping_charge overflows to null',
      on(
        all(rates, (_, call) => weightOf(call) > 1e300),
        withRates({ shipping_charge: null }),
      ),
      weigh(1e308),
    ),
  ),
  foundOnlyBy(
    'rates/fields',
    rate(
      'tax-null-for-quantity-overflow',
      'import_tax is null when quantity times price overflows',
      { import_tax: null },
      askRates(changed('box_dimension.0.items.0.quantity', '9'.repeat(309), SHIPMENT)),
      (call) => !Number.isFinite(value(call)),
    ),
  ),
  foundOnlyBy(
    'errors/no-blank-text',
    write(
      'errors-of-undefined-text',
      '7',
      'errors of a 404 hold the text "undefined"',
      on(status(404), set({ errors: ['undefined'], message: 'undefined' })),
      unknownPath,
    ),
  ),

  ...foundBy(
    ['rates/fields', 'rates/request-id-identifies'],
    write(
      'time-null-for-huge-weight',
      '2.3',
      'a weight over 1e15 is rated, and delivery_time is null',
      on(
        all(rates, (_, call) => weightOf(call) > 1e15),
        withRates({ delivery_time: null }),
      ),
      weigh(1e16),
    ),
    write(
      'charge-text-for-large-numbers',
      '2.3',
      'a weight over a billion is rated, and shipping_charge is text, as the number does not fit',
      on(
        all(rates, (_, call) => weightOf(call) > 1e9),
        withRates({ shipping_charge: '450000000040.00' }),
      ),
      weigh(2e9),
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    write(
      'response-code-padded',
      '7 rule 1',
      'response_code is "0200"',
      on(categories, set({ response_code: '0200' })),
      listCategories,
    ),
    write(
      'response-code-with-space',
      '7 rule 1',
      'response_code of a 404 ends in a space',
      on(status(404), set({ response_code: '404 ' })),
      unknownPath,
    ),
    write(
      'response-code-with-fraction',
      '7 rule 1',
      'response_code of rates is "200.0"',
      on(rates, set({ response_code: '200.0' })),
      askRates(),
    ),
    write(
      'response-code-prefixed',
      '7 rule 1',
      'response_code of a 400 is "HTTP_400"',
      on(status(400), set({ response_code: 'HTTP_400' })),
      askWithout('weight'),
    ),
    write(
      'response-code-list',
      '7 rule 1',
      'response_code is a list of one text',
      on(
        manyShipped,
        alter('response_code', (code) => [code]),
      ),
      askRates(),
    ),
  ),
  ...foundBy(
    'envelope/message',
    write(
      'message-number',
      '2.1',
      'message is the number of rates',
      on(rates, set({ message: 3 })),
      askRates(),
    ),
    write(
      'message-false-when-empty',
      '2.1',
      'message of the category list is false',
      on(categories, set({ message: false })),
      listCategories,
    ),
  ),
];
