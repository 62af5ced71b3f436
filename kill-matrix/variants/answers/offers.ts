/** The couriers' offers and charges, and the content of the catalogue: the specification says which fields, and not which values. */
import type { Call, Fields } from '../../reference-server/stages.js';
import { type Change, each, eachWith, list } from '../../variations/changes.js';
import { boxesOf } from '../../variations/calls.js';
import { askRates, askWith, listCategories, TWO_BOXES } from '../../variations/requests.js';
import { variantsOf } from '../../variations/variation.js';

const open = '2.3 and 8: values, units and currency are not shown';
const charge = (change: (charge: number, call: Call, index: number) => number): Change =>
  list((rates, call) =>
    rates.map((rate, index) => ({
      ...rate,
      shipping_charge: change(Number(rate.shipping_charge), call, index),
    })),
  );
const turned = (elements: Fields[], by: number) => {
  const turn = elements.length > 0 ? by % elements.length : 0;
  return [...elements.slice(turn), ...elements.slice(0, turn)];
};
const country = (call: Call, party: string) =>
  (Object((Object(call.body) as Fields)[party]) as Fields).country_code;

export default [
  ...variantsOf('answers', { section: open })({
    'charges-flat': {
      title: 'a courier charges the same for every shipment',
      rates: charge((_charge, _call, index) => 9.99 + index),
    },
    'charges-in-cents': {
      title: 'charges are whole cents',
      rates: charge((amount) => Math.round(amount * 100)),
    },
    'charges-in-taka': {
      title: 'charges are in another currency',
      rates: charge((amount) => Math.round(amount * 11_950) / 100),
    },
    'charges-in-whole-units': {
      title: 'charges are rounded up to whole units',
      rates: charge((amount) => Math.ceil(amount)),
    },
    'charges-by-half-units': {
      title: 'charges are rounded to halves',
      rates: charge((amount) => Math.round(amount * 2) / 2),
    },
    'charges-with-float-noise': {
      title: 'charges have the noise of floating point',
      rates: charge((amount) => amount + 0.1 + 0.2 - 0.3 + 1e-13),
    },
    'charges-move-with-demand': {
      title: 'charges change from request to request',
      rates: charge((amount, call) => Math.round(amount * (100 + (call.number % 7))) / 100),
    },
    'charges-fall-with-weight': {
      title: 'the more is sent the less it costs',
      rates: charge((amount) => Math.round(100_000 / (10 + amount)) / 100),
    },
    'charges-by-volume': {
      title: 'charges come from the volume alone',
      rates: charge(
        (_charge, call, index) =>
          Math.round(
            boxesOf(call).reduce(
              (sum, { length, width, height }) =>
                Math.min(1e12, sum + (Number(length) * Number(width) * Number(height)) / 139),
              5 + index,
            ) * 100,
          ) / 100,
      ),
    },
    'charges-huge': { title: 'charges are in the billions', rates: charge((amount) => amount * 1e9) },
    'charges-negative': {
      title: 'the first months are paid for: a charge is a credit below 0',
      rates: charge((amount) => -amount),
    },
    'fees-negative': {
      title: 'home_delivery_fee is a rebate below 0',
      rates: eachWith({ home_delivery_fee: -1.5 }),
    },
    'sixty-couriers': {
      title: 'there are twenty options for each courier',
      rates: list((elements) =>
        elements.flatMap((rate) =>
          Array.from({ length: 20 }, (_, n) => ({
            ...rate,
            id: `${String(rate.id)}-${n}`,
            description: `Option ${n}`,
          })),
        ),
      ),
    },
    'dearest-first': {
      title: 'the dearest option comes first',
      rates: list((elements) => [...elements].reverse()),
    },
    'options-in-changing-order': {
      title: 'options come in another order each time',
      rates: list((elements, call) => turned(elements, call.number)),
    },
    'options-come-and-go': {
      title: 'a courier is off every second time',
      rates: list((elements, call) => (call.number % 2 === 0 ? elements.slice(1) : elements)),
    },
    'abroad-without-couriers': {
      title: 'nobody carries from one country to another',
      rates: list((elements, call) =>
        country(call, 'sender') === country(call, 'receiver') ? elements : [],
      ),
      witness: askWith('receiver.country_code', 'BD'),
    },
    'home-without-couriers': {
      title: 'nobody carries inside a country',
      rates: list((elements, call) =>
        country(call, 'sender') === country(call, 'receiver') ? [] : elements,
      ),
    },
    'several-boxes-without-couriers': {
      title: 'nobody carries more than one box',
      rates: list((elements, call) => (boxesOf(call).length > 1 ? [] : elements)),
      witness: askRates(TWO_BOXES),
    },
    'delivery-in-minutes': {
      title: 'delivery_time is a fraction of an hour',
      rates: eachWith({ delivery_time: 0.75, delivery_time_text: '45 min' }),
    },
    'delivery-in-a-year': {
      title: 'delivery_time is a year',
      rates: eachWith({ delivery_time: 8760, delivery_time_text: '১ বছর' }),
    },
    'logo-as-data': {
      title: 'logo is a data URL',
      rates: eachWith({
        logo: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
      }),
    },
    'logo-at-an-address': {
      title: 'logo has an IPv6 address and a port',
      rates: eachWith({ logo: 'http://[2001:db8::1]:8080/logo' }),
    },
    'logo-signed': {
      title: 'logo is a signed URL of a kilobyte',
      rates: eachWith({
        logo: `https://bucket.s3.eu-central-1.amazonaws.com/a.png?X-Amz-Signature=${'ab12'.repeat(250)}&X-Amz-Expires=900`,
      }),
    },
    'logo-of-punycode': {
      title: 'logo has a host of another script and an empty query',
      rates: eachWith({ logo: 'https://xn--54b7fta0cc.example/logo.webp?' }),
    },
    'courier-types-of-codes': {
      title: 'courier_type is a code, courier_name has signs',
      rates: each((rate, index) => ({
        ...rate,
        courier_type: `${index}`,
        courier_name: `DHL® “Express” №${index} – 24/7`,
      })),
    },
    'import-tax-of-words': {
      title: 'import_tax has line breaks, per cent and another script',
      rates: eachWith({ import_tax: '5 % – 12 %\nশুল্ক: প্রাপক', description: '\u0000\u001f\u2028"' }),
    },
  }),
  ...variantsOf('answers', {
    section: '2.2 and 4.1: names, order and number are not shown',
    witness: [listCategories, listCategories],
  })({
    'categories-in-changing-order': {
      title: 'categories come in another order each time',
      categories: list((elements, call) => turned(elements, call.number)),
    },
    'categories-grow': {
      title: 'somebody adds categories while they are listed',
      categories: list((elements, call) => [
        ...elements,
        ...Array.from({ length: call.number }, (_, n) => ({
          ...elements[0],
          id: 1000 + n,
          name: `Added ${n}`,
        })),
      ]),
    },
    'categories-are-edited': {
      title: 'somebody renames a category while it is listed',
      categories: list((elements, call) =>
        elements.map((category, index) =>
          index === 0
            ? {
                ...category,
                name: `Books (${call.number})`,
                updated_at: new Date(Date.UTC(2025, 0, 1) + call.number * 1000).toISOString(),
              }
            : category,
        ),
      ),
    },
    'one-category': { title: 'there is one category', categories: list((elements) => elements.slice(0, 1)) },
    'five-thousand-categories': {
      title: 'there are five thousand categories',
      categories: list((elements) => Array.from({ length: 5000 }, (_, id) => ({ ...elements[0], id }))),
    },
    'category-names-of-all-kinds': {
      title: 'names are a flag, right to left, controls and two kilobytes',
      categories: list((elements) =>
        elements.map((category, index) => ({
          ...category,
          name: ['🇧🇩 👩‍👩‍👧', 'ألعاب‏', '\u0007\t\\"', 'n'.repeat(2048)][index] ?? '',
        })),
      ),
    },
  }),
];
