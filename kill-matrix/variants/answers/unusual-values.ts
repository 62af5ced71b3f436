/** Values that few servers answer with, and that are of the types and forms of sections 2.2 and 2.3. */
import { categories, each, eachWith, on, rates, success, withHeaders } from '../../variations/changes.js';
import { askRates, listCategories } from '../../variations/requests.js';
import type { Fields } from '../../reference-server/stages.js';
import { variationsOf } from '../../variations/variation.js';

const write = variationsOf('answers');
const endOfDay = (stamp: unknown) => String(stamp).replace(/T.*/, 'T24:00:00Z');

export default [
  write({
    id: 'logos-in-capitals',
    section: 'RFC 3986 6.2.2.1: scheme and host have no case',
    title: 'addresses of logos are written in capitals',
    apply: on(rates, eachWith({ logo: 'HTTPS://IMG.EXAMPLE.COM/A.PNG' })),
    witness: askRates(),
  }),
  write({
    id: 'delivery-in-no-time',
    section: '2.3: no bounds are shown',
    title: 'delivery takes no time and costs nothing',
    apply: on(
      rates,
      eachWith({ delivery_time: 0, home_delivery_fee: 0, shipping_charge: 0, import_tax: '0' }),
    ),
    witness: askRates(),
  }),
  write({
    id: 'charges-of-a-millionth',
    section: '2.3: a number, in a currency that is not shown',
    title: 'charges are so small that they are written with an exponent',
    apply: on(
      rates,
      each((rate) => ({ ...rate, shipping_charge: Number(rate.shipping_charge) / 1e9 })),
    ),
    witness: askRates(),
  }),
  write({
    id: 'request-ids-like-numbers',
    section: '2.3: any text',
    title: 'the identifier of a request is a text of twenty digits',
    apply: on(
      rates,
      each((rate: Fields) => ({
        ...rate,
        request_id: String(rate.request_id).replace(/\D/g, '').padStart(20, '9'),
      })),
    ),
    witness: askRates(),
  }),
  write({
    id: 'stamps-at-end-of-day',
    section: 'ISO 8601: 24:00:00 is the end of a day',
    title: 'categories are updated when a day ends',
    apply: on(
      categories,
      each((category) => ({ ...category, updated_at: endOfDay(category.updated_at) })),
    ),
    witness: listCategories,
  }),
  write({
    id: 'media-type-with-profile',
    section: 'RFC 9110 8.3.1: a media type may have parameters',
    title: 'the media type of a success has parameters that are none of JSON’s own',
    apply: on(
      success,
      withHeaders({
        'Content-Type': 'application/json;odata.metadata=minimal; profile="https://example.com/r"',
      }),
    ),
    witness: listCategories,
  }),
];
