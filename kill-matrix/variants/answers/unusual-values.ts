/** Values that few servers answer with, and that are of the types and forms of sections 2.2 and 2.3. */
import { categories, each, eachWith, on, rates, success, withHeaders } from '../../variations/changes.js';
import { askRates, listCategories } from '../../variations/requests.js';
import type { Fields } from '../../reference-server/stages.js';
import { variationsOf } from '../../variations/variation.js';

const write = variationsOf('answers');
const endOfDay = (stamp: unknown) => String(stamp).replace(/T.*/, 'T24:00:00Z');

export default [
  write(
    'logos-in-capitals',
    'RFC 3986 6.2.2.1: scheme and host have no case',
    'addresses of logos are written in capitals',
    on(rates, eachWith({ logo: 'HTTPS://IMG.EXAMPLE.COM/A.PNG' })),
    askRates(),
  ),
  write(
    'delivery-in-no-time',
    '2.3: no bounds are shown',
    'delivery takes no time and costs nothing',
    on(rates, eachWith({ delivery_time: 0, home_delivery_fee: 0, shipping_charge: 0, import_tax: '0' })),
    askRates(),
  ),
  write(
    'charges-of-a-millionth',
    '2.3: a number, in a currency that is not shown',
    'charges are so small that they are written with an exponent',
    on(
      rates,
      each((rate) => ({ ...rate, shipping_charge: Number(rate.shipping_charge) / 1e9 })),
    ),
    askRates(),
  ),
  write(
    'request-ids-like-numbers',
    '2.3: any text',
    'the identifier of a request is a text of twenty digits',
    on(
      rates,
      each((rate: Fields) => ({
        ...rate,
        request_id: String(rate.request_id).replace(/\D/g, '').padStart(20, '9'),
      })),
    ),
    askRates(),
  ),
  write(
    'stamps-at-end-of-day',
    'ISO 8601: 24:00:00 is the end of a day',
    'categories are updated when a day ends',
    on(
      categories,
      each((category) => ({ ...category, updated_at: endOfDay(category.updated_at) })),
    ),
    listCategories,
  ),
  write(
    'media-type-with-profile',
    'RFC 9110 8.3.1: a media type may have parameters',
    'the media type of a success has parameters that are none of JSON’s own',
    on(
      success,
      withHeaders({
        'Content-Type': 'application/json;odata.metadata=minimal; profile="https://example.com/r"',
      }),
    ),
    listCategories,
  ),
];
