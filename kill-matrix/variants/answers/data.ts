/** Fields and values of categories and rates that the specification leaves free, among them the forms of timestamps (2.2, 2.3, ISO 8601). */
import { enveloped, type Fields } from '../../reference-server/stages.js';
import { each, eachWith, list, set, stamps, withHeaders } from '../../variations/changes.js';
import { success } from '../../variations/conditions.js';
import { variantsOf } from '../../variations/variation.js';

const digits = (number: number, length: number) => String(number).padStart(length, '0');
const dayOfYear = (date: Date) =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
/** Year and week of ISO 8601: week 1 has the year's first Thursday. */
function weekDate(date: Date): string {
  const weekday = date.getUTCDay() || 7;
  const thursday = new Date(date.getTime() + (4 - weekday) * 86_400_000);
  return `${thursday.getUTCFullYear()}-W${digits(Math.ceil(dayOfYear(thursday) / 7), 2)}-${weekday}`;
}
const time = (iso: string) => iso.slice(10);

export default [
  ...variantsOf('answers', { section: '2.2' })({
    'more-envelope-fields': {
      section: '2.1',
      title: 'the envelope has more fields',
      answers: set({ meta: { took_ms: 3 }, trace_id: 'a1b2' }),
    },
    'more-category-fields': {
      title: 'categories have more fields',
      categories: eachWith({ slug: 'x', parent_id: null, children: [] }),
    },
    'large-ids': {
      title: 'ids are large integers',
      categories: each((c) => ({ ...c, id: 9_007_199_254_740_000 + Number(c.id) })),
    },
    'negative-and-zero-ids': {
      title: 'ids begin below zero',
      categories: each((c) => ({ ...c, id: Number(c.id) - 2 })),
    },
    'category-names-repeat': {
      title: 'two categories have the same name',
      categories: eachWith({ name: 'Other' }),
    },
    'category-name-empty': {
      title: 'a category has an empty name',
      categories: each((c, index) => (index === 0 ? { ...c, name: '' } : c)),
    },
    'stamps-with-milliseconds': {
      title: 'timestamps have milliseconds',
      categories: stamps((s) => s.replace('Z', '.120Z')),
    },
    'stamps-with-microseconds': {
      title: 'timestamps have microseconds, as by Laravel',
      categories: stamps((s) => s.replace('Z', '.000000Z')),
    },
    'stamps-with-zero-offset': {
      title: 'timestamps end in +00:00',
      categories: stamps((s) => s.replace('Z', '+00:00')),
    },
    'updated-before-created': {
      title: 'updated_at is earlier than created_at',
      categories: eachWith({ updated_at: '2001-01-01T00:00:00Z' }),
    },
    'no-categories': {
      section: '4.1',
      title: 'there are no categories',
      apply: (stages) => ({
        operate: (call) =>
          call.operation === 'listCategories' ? enveloped(200, '', []) : stages.operate(call),
      }),
    },
    'no-rates': { section: '2.1', title: 'no courier serves anybody', rates: set({ data: [] }) },
    'one-rate': {
      section: '4.2',
      title: 'there is one courier option only',
      rates: list((rates) => rates.slice(0, 1)),
    },
    'logos-in-capitals': {
      section: 'RFC 3986 6.2.2.1: scheme and host have no case',
      title: 'addresses of logos are written in capitals',
      rates: eachWith({ logo: 'HTTPS://IMG.EXAMPLE.COM/A.PNG' }),
    },
    'delivery-in-no-time': {
      section: '2.3: no bounds are shown',
      title: 'delivery takes no time and costs nothing',
      rates: eachWith({ delivery_time: 0, home_delivery_fee: 0, shipping_charge: 0, import_tax: '0' }),
    },
    'charges-of-a-millionth': {
      section: '2.3: a number, in a currency that is not shown',
      title: 'charges are so small that they are written with an exponent',
      rates: each((rate) => ({ ...rate, shipping_charge: Number(rate.shipping_charge) / 1e9 })),
    },
    'request-ids-like-numbers': {
      section: '2.3: any text',
      title: 'the identifier of a request is a text of twenty digits',
      rates: each((rate: Fields) => ({
        ...rate,
        request_id: String(rate.request_id).replace(/\D/g, '').padStart(20, '9'),
      })),
    },
    'media-type-with-profile': {
      section: 'RFC 9110 8.3.1: a media type may have parameters',
      title: 'the media type of a success has parameters that are none of JSON’s own',
      when: success,
      change: withHeaders({
        'Content-Type': 'application/json;odata.metadata=minimal; profile="https://example.com/r"',
      }),
    },
    'stamps-without-seconds': {
      section: 'ISO 8601: reduced precision',
      title: 'timestamps have no seconds',
      categories: stamps((iso) => iso.replace(/:\d\dZ/, 'Z')),
    },
    'stamps-without-minutes': {
      section: 'ISO 8601: reduced precision',
      title: 'timestamps have hours alone',
      categories: stamps((iso) => iso.replace(/:\d\d:\d\dZ/, 'Z')),
    },
    'stamps-in-basic-form': {
      section: 'ISO 8601: basic format',
      title: 'timestamps are written 20240102T030405Z',
      categories: stamps((iso) => iso.replace(/[-:]/g, '')),
    },
    'stamps-with-comma': {
      section: 'ISO 8601: comma or point',
      title: 'fractions of a second follow a comma',
      categories: stamps((iso) => iso.replace('Z', ',250Z')),
    },
    'stamps-with-short-offset': {
      section: 'ISO 8601: hours alone',
      title: 'timestamps end in +00',
      categories: stamps((iso) => iso.replace('Z', '+00')),
    },
    'stamps-with-basic-offset': {
      section: 'ISO 8601: basic format',
      title: 'timestamps are basic and end in +0000',
      categories: stamps((iso) => iso.replace(/[-:]/g, '').replace('Z', '+0000')),
    },
    'stamps-by-week': {
      section: 'ISO 8601: week date',
      title: 'timestamps are written 2024-W01-2T03:04:05Z',
      categories: stamps((iso) => `${weekDate(new Date(iso))}${time(iso)}`),
    },
    'stamps-by-day-of-year': {
      section: 'ISO 8601: ordinal date',
      title: 'timestamps are written 2024-002T03:04:05Z',
      categories: stamps((iso) => `${iso.slice(0, 4)}-${digits(dayOfYear(new Date(iso)), 3)}${time(iso)}`),
    },
    'stamps-at-24-00': {
      section: 'ISO 8601: end of the day',
      title: 'days end at 24:00:00',
      categories: stamps((iso) => iso.replace(/T.*/, 'T24:00:00Z')),
    },
    'stamps-in-leap-second': {
      section: 'ISO 8601: second 60',
      title: 'updated_at lies in a leap second',
      categories: stamps((iso, name) => (name === 'updated_at' ? '2016-12-31T23:59:60Z' : iso)),
    },
    'stamps-with-part-of-minute': {
      section: 'ISO 8601: fraction of the last part',
      title: 'minutes have a fraction',
      categories: stamps((iso) => iso.replace(/:\d\dZ/, '.5Z')),
    },
    'stamps-of-two-forms': {
      section: 'ISO 8601: no form is chosen',
      title: 'created_at has milliseconds and updated_at none',
      categories: stamps((iso, name) => (name === 'created_at' ? iso.replace('Z', '.001Z') : iso)),
    },
  }),
  ...variantsOf('answers', { section: '2.3' })({
    'more-rate-fields': {
      title: 'rates have more fields',
      rates: eachWith({ currency: 'USD', surcharges: [{ fuel: 1.5 }] }),
    },
    'charge-with-many-digits': {
      title: 'charges have more than two decimals',
      rates: eachWith({ shipping_charge: 12.345678901 }),
    },
    'empty-texts-in-rates': {
      title: 'texts of rates are empty',
      rates: eachWith({ description: '', import_tax: '', courier_type: '', delivery_time_text: '' }),
    },
    'import-tax-as-digits': {
      title: 'import_tax is text of digits',
      rates: eachWith({ import_tax: '12.50' }),
    },
    'logo-with-query': {
      title: 'logo is a URL with port, query and escapes',
      rates: eachWith({ logo: 'http://cdn.example.com:8443/logo%20one.svg?v=2&s=%C3%A9#top' }),
    },
    'rate-ids-of-digits': {
      title: 'rate ids are texts of digits',
      rates: list((rates, { number }) =>
        rates.map((rate, index) => ({
          ...rate,
          id: `${number}${index}`,
          request_id: String(number),
        })),
      ),
    },
    'same-courier-twice': {
      title: 'one courier offers all options',
      rates: eachWith({ courier_name: 'Alba', courier_type: 'ground' }),
    },
    'markup-in-texts': {
      title: 'descriptions have quotes, backslashes and angle brackets',
      rates: eachWith({ description: '"<b>door</b>" & \\ more' }),
    },
  }),
  ...variantsOf('answers', { section: 'ISO 8601: any number of digits' })({
    'stamps-with-one-digit': {
      title: 'fractions have one digit',
      categories: stamps((iso) => iso.replace('Z', '.5Z')),
    },
    'stamps-with-nanoseconds': {
      title: 'timestamps have nine digits',
      categories: stamps((iso) => iso.replace('Z', '.123456789Z')),
    },
    'stamps-with-twelve-digits': {
      title: 'fractions have twelve digits',
      categories: stamps((iso) => iso.replace('Z', '.000000000001Z')),
    },
  }),
  ...variantsOf('answers', { section: '2.2: no bound is given' })({
    'stamps-of-1970': {
      title: 'all categories are from the first second of 1970',
      categories: stamps(() => '1970-01-01T00:00:00Z'),
    },
    'stamps-of-year-one': {
      title: 'created_at is the earliest moment that .NET knows',
      categories: stamps((iso, name) => (name === 'created_at' ? '0001-01-01T00:00:00Z' : iso)),
    },
    'stamps-in-the-future': {
      title: 'updated_at is in the year 9999',
      categories: stamps((iso, name) => (name === 'updated_at' ? '9999-12-31T23:59:59Z' : iso)),
    },
  }),
];
