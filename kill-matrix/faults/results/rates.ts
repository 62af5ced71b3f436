/** Fields of a shipping rate (section 2.3). */
import {
  alter,
  each,
  eachWith,
  eachWithout,
  on,
  rates,
  rename,
  type Change,
} from '../../variations/changes.js';
import { askRates } from '../../variations/requests.js';
import type { Fields } from '../../reference-server/stages.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf, type Variation } from '../../variations/variation.js';

const write = variationsOf('shipping rates');
const fault = (id: string, title: string, change: Change): Variation =>
  write(id, '2.3', title, on(rates, change), askRates());

const asText = (name: string): Change => each((rate) => ({ ...rate, [name]: String(rate[name]) }));
const inLast = (fields: Fields): Change =>
  each((rate, index, length) => (index === length - 1 ? { ...rate, ...fields } : rate));

export default [
  ...foundBy(
    'rates/fields',
    fault(
      'rate-id-number',
      'id is a number',
      each((r, index) => ({ ...r, id: index + 1 })),
    ),
    fault('rate-id-missing', 'id of rates is left out', eachWithout('id')),
    fault('rate-id-null', 'id is null', eachWith({ id: null })),
    fault('request-id-number', 'request_id is a number', eachWith({ request_id: 4711 })),
    fault('request-id-missing', 'request_id is left out', eachWithout('request_id')),
    fault('request-id-null', 'request_id is null', eachWith({ request_id: null })),
    fault('courier-name-missing', 'courier_name is left out', eachWithout('courier_name')),
    fault(
      'courier-name-object',
      'courier_name is an object',
      each((r) => ({ ...r, courier_name: { name: r.courier_name } })),
    ),
    fault('courier-type-number', 'courier_type is a number', eachWith({ courier_type: 2 })),
    fault('courier-type-null', 'courier_type is null', eachWith({ courier_type: null })),
    fault(
      'courier-type-missing-in-last',
      'courier_type is left out of the last rate',
      inLast({ courier_type: undefined }),
    ),
    fault('delivery-time-text', 'delivery_time is text such as "96"', asText('delivery_time')),
    fault('delivery-time-words', 'delivery_time is "4 days"', eachWith({ delivery_time: '4 days' })),
    fault(
      'delivery-time-null-in-last',
      'delivery_time is null in the last rate',
      inLast({ delivery_time: null }),
    ),
    fault('delivery-time-missing', 'delivery_time is left out', eachWithout('delivery_time')),
    fault(
      'delivery-time-range',
      'delivery_time is an object with min and max',
      eachWith({ delivery_time: { min: 24, max: 96 } }),
    ),
    fault('delivery-time-text-number', 'delivery_time_text is a number', eachWith({ delivery_time_text: 4 })),
    fault('delivery-time-text-missing', 'delivery_time_text is left out', eachWithout('delivery_time_text')),
    fault('description-null', 'description is null', eachWith({ description: null })),
    fault(
      'description-null-in-second',
      'description is null in the second rate',
      each((r, i) => (i === 1 ? { ...r, description: null } : r)),
    ),
    fault('description-missing', 'description is left out', eachWithout('description')),
    fault(
      'home-delivery-fee-text',
      'home_delivery_fee is text such as "2.50"',
      eachWith({ home_delivery_fee: '2.50' }),
    ),
    fault('home-delivery-fee-null', 'home_delivery_fee is null', eachWith({ home_delivery_fee: null })),
    fault('home-delivery-fee-false', 'home_delivery_fee is false', eachWith({ home_delivery_fee: false })),
    fault('home-delivery-fee-missing', 'home_delivery_fee is left out', eachWithout('home_delivery_fee')),
    fault('import-tax-number', 'import_tax is a number', eachWith({ import_tax: 0 })),
    fault('import-tax-null', 'import_tax is null', eachWith({ import_tax: null })),
    fault('import-tax-missing', 'import_tax is left out', eachWithout('import_tax')),
    fault('logo-null-in-last', 'logo is null in the last rate', inLast({ logo: null })),
    fault('logo-missing', 'logo is left out', eachWithout('logo')),
    fault(
      'logo-object',
      'logo is an object with a url',
      each((r) => ({ ...r, logo: { url: r.logo } })),
    ),
    fault('shipping-charge-text', 'shipping_charge is text such as "12.50"', asText('shipping_charge')),
    fault(
      'shipping-charge-currency',
      'shipping_charge is text with a currency',
      each((r) => ({ ...r, shipping_charge: `$${String(r.shipping_charge)}` })),
    ),
    fault(
      'shipping-charge-object',
      'shipping_charge is an object with amount and currency',
      each((r) => ({ ...r, shipping_charge: { amount: r.shipping_charge, currency: 'USD' } })),
    ),
    fault(
      'shipping-charge-text-in-last',
      'shipping_charge is text in the last rate',
      inLast({ shipping_charge: '99.10' }),
    ),
    fault(
      'rates-camel-case',
      'fields are in camel case',
      each((r) => rename(rename(r, 'courier_name', 'courierName'), 'shipping_charge', 'shippingCharge')),
    ),
    fault(
      'rates-grouped',
      'data holds groups with the rates inside',
      alter('data', (list) => [{ courier_type: 'all', rates: list }]),
    ),
  ),
  ...foundBy(
    'rates/unique-ids',
    fault('rate-ids-same', 'all rates of an answer have the same id', eachWith({ id: 'rate-1' })),
  ),
  foundOnlyBy(
    'rates/unique-ids',
    fault(
      'rate-id-twice',
      'the last two rates have the same id',
      each((r, index, length) => (index >= length - 2 ? { ...r, id: `${String(r.request_id)}-last` } : r)),
    ),
  ),
  foundOnlyBy(
    'rates/one-request-id',
    fault(
      'request-id-per-rate',
      'each rate of an answer has a request_id of its own',
      each((r, index) => ({ ...r, request_id: `${String(r.request_id)}-${index}` })),
    ),
  ),
  foundOnlyBy(
    'rates/logo',
    fault(
      'logo-relative',
      'logo is a path without a host',
      each((r) => ({ ...r, logo: String(r.logo).replace('https://img.example.com', '') })),
    ),
  ),
  ...foundBy(
    'rates/logo',
    fault('logo-file-name', 'logo is a file name', eachWith({ logo: 'alba logo.png' })),
    fault('logo-empty', 'logo is an empty text', eachWith({ logo: '' })),
  ),
  foundOnlyBy(
    'rates/fields',
    fault('shipping-charge-missing', 'shipping_charge is left out', eachWithout('shipping_charge')),
  ),
  ...foundBy(
    'envelope/data',
    fault(
      'rates-keyed-by-courier',
      'data is an object with a rate for each courier',
      alter('data', (list) => Object.fromEntries((list as Fields[]).map((r) => [String(r.courier_name), r]))),
    ),
  ),
  foundOnlyBy(
    'rates/one-per-option',
    fault(
      'rate-listed-twice',
      'each rate is listed twice, under two ids',
      alter('data', (list) =>
        (list as Fields[]).flatMap((rate) => [rate, { ...rate, id: `${String(rate.id)}-2` }]),
      ),
    ),
  ),
  foundOnlyBy(
    'rates/request-id-identifies',
    fault(
      'request-id-always-the-same',
      'every request has the same request_id',
      eachWith({ request_id: 'req-0' }),
    ),
  ),
];
