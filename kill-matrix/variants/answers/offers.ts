/** What couriers offer and charge, and what the catalogue holds: the specification says which fields, and not which values. */
import { categories, each, eachWith, on, rates } from '../../variations/changes.js';
import { askRates, askWith, boxesOf, listCategories, TWO_BOXES } from '../../variations/requests.js';
import type { Call, Fields } from '../../reference-server/stages.js';
import { variationsOf, type Apply, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('answers');
const open = '2.3 and 8: values, units and currency are not shown';

const charge = (change: (charge: number, call: Call, index: number) => number): Apply =>
  on(rates, (answer, call) => ({
    ...answer,
    body: {
      ...answer.body,
      data: (answer.body.data as Fields[]).map((rate, index) => ({
        ...rate,
        shipping_charge: change(Number(rate.shipping_charge), call, index),
      })),
    },
  }));
const data = (change: (data: Fields[], call: Call) => Fields[]): Apply =>
  on(rates, (answer, call) => ({
    ...answer,
    body: { ...answer.body, data: change(answer.body.data as Fields[], call) },
  }));
const catalogue = (change: (data: Fields[], call: Call) => Fields[]): Apply =>
  on(categories, (answer, call) => ({
    ...answer,
    body: { ...answer.body, data: change(answer.body.data as Fields[], call) },
  }));
const variant = (id: string, title: string, apply: Apply, step: Step | Step[] = askRates()): Variation =>
  write(id, open, title, apply, step);
const list = (id: string, title: string, apply: Apply): Variation =>
  write(id, '2.2 and 4.1: names, order and number are not shown', title, apply, [
    listCategories,
    listCategories,
  ]);

const turned = (elements: Fields[], by: number) => {
  const turn = elements.length > 0 ? by % elements.length : 0;
  return [...elements.slice(turn), ...elements.slice(0, turn)];
};
const country = (call: Call, party: string) =>
  (Object((Object(call.body) as Fields)[party]) as Fields).country_code;

export default [
  variant(
    'charges-flat',
    'a courier charges the same for every shipment',
    charge((_charge, _call, index) => 9.99 + index),
  ),
  variant(
    'charges-in-cents',
    'charges are whole cents',
    charge((amount) => Math.round(amount * 100)),
  ),
  variant(
    'charges-in-taka',
    'charges are in another currency',
    charge((amount) => Math.round(amount * 11_950) / 100),
  ),
  variant(
    'charges-in-whole-units',
    'charges are rounded up to whole units',
    charge((amount) => Math.ceil(amount)),
  ),
  variant(
    'charges-by-half-units',
    'charges are rounded to halves',
    charge((amount) => Math.round(amount * 2) / 2),
  ),
  variant(
    'charges-with-float-noise',
    'charges have the noise of floating point',
    charge((amount) => amount + 0.1 + 0.2 - 0.3 + 1e-13),
  ),
  variant(
    'charges-move-with-demand',
    'charges change from request to request',
    charge((amount, call) => Math.round(amount * (100 + (call.number % 7))) / 100),
  ),
  variant(
    'charges-fall-with-weight',
    'the more is sent the less it costs',
    charge((amount) => Math.round(100_000 / (10 + amount)) / 100),
  ),
  variant(
    'charges-by-volume',
    'charges come from the volume alone',
    charge(
      (_charge, call, index) =>
        Math.round(
          boxesOf(call).reduce(
            (sum, { length, width, height }) =>
              Math.min(1e12, sum + (Number(length) * Number(width) * Number(height)) / 139),
            5 + index,
          ) * 100,
        ) / 100,
    ),
  ),
  variant(
    'charges-huge',
    'charges are in the billions',
    charge((amount) => amount * 1e9),
  ),
  variant(
    'charges-negative',
    'the first months are paid for: a charge is a credit below 0',
    charge((amount) => -amount),
  ),
  variant(
    'fees-negative',
    'home_delivery_fee is a rebate below 0',
    on(rates, eachWith({ home_delivery_fee: -1.5 })),
  ),
  variant(
    'sixty-couriers',
    'there are twenty options for each courier',
    data((elements) =>
      elements.flatMap((rate) =>
        Array.from({ length: 20 }, (_, n) => ({
          ...rate,
          id: `${String(rate.id)}-${n}`,
          description: `Option ${n}`,
        })),
      ),
    ),
  ),
  variant(
    'dearest-first',
    'the dearest option comes first',
    data((elements) => [...elements].reverse()),
  ),
  variant(
    'options-in-changing-order',
    'options come in another order each time',
    data((elements, call) => turned(elements, call.number)),
  ),
  variant(
    'options-come-and-go',
    'a courier is off every second time',
    data((elements, call) => (call.number % 2 === 0 ? elements.slice(1) : elements)),
    [askRates(), askRates()],
  ),
  variant(
    'abroad-without-couriers',
    'nobody carries from one country to another',
    data((elements, call) => (country(call, 'sender') === country(call, 'receiver') ? elements : [])),
    askWith('receiver.country_code', 'BD'),
  ),
  variant(
    'home-without-couriers',
    'nobody carries inside a country',
    data((elements, call) => (country(call, 'sender') === country(call, 'receiver') ? [] : elements)),
  ),
  variant(
    'several-boxes-without-couriers',
    'nobody carries more than one box',
    data((elements, call) => (boxesOf(call).length > 1 ? [] : elements)),
    askRates(TWO_BOXES),
  ),
  variant(
    'delivery-in-minutes',
    'delivery_time is a fraction of an hour',
    on(rates, eachWith({ delivery_time: 0.75, delivery_time_text: '45 min' })),
  ),
  variant(
    'delivery-in-a-year',
    'delivery_time is a year',
    on(rates, eachWith({ delivery_time: 8760, delivery_time_text: '১ বছর' })),
  ),
  variant(
    'logo-as-data',
    'logo is a data URL',
    on(
      rates,
      eachWith({
        logo: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
      }),
    ),
  ),
  variant(
    'logo-at-an-address',
    'logo has an IPv6 address and a port',
    on(rates, eachWith({ logo: 'http://[2001:db8::1]:8080/logo' })),
  ),
  variant(
    'logo-signed',
    'logo is a signed URL of a kilobyte',
    on(
      rates,
      eachWith({
        logo: `https://bucket.s3.eu-central-1.amazonaws.com/a.png?X-Amz-Signature=${'ab12'.repeat(250)}&X-Amz-Expires=900`,
      }),
    ),
  ),
  variant(
    'logo-of-punycode',
    'logo has a host of another script and an empty query',
    on(rates, eachWith({ logo: 'https://xn--54b7fta0cc.example/logo.webp?' })),
  ),
  variant(
    'courier-types-of-codes',
    'courier_type is a code, courier_name has signs',
    on(
      rates,
      each((rate, index) => ({
        ...rate,
        courier_type: `${index}`,
        courier_name: `DHL® “Express” №${index} – 24/7`,
      })),
    ),
  ),
  variant(
    'import-tax-of-words',
    'import_tax has line breaks, per cent and another script',
    on(rates, eachWith({ import_tax: '5 % – 12 %\nশুল্ক: প্রাপক', description: '\u0000\u001f\u2028"' })),
  ),
  list(
    'categories-in-changing-order',
    'categories come in another order each time',
    catalogue((elements, call) => turned(elements, call.number)),
  ),
  list(
    'categories-grow',
    'somebody adds categories while they are listed',
    catalogue((elements, call) => [
      ...elements,
      ...Array.from({ length: call.number }, (_, n) => ({
        ...elements[0],
        id: 1000 + n,
        name: `Added ${n}`,
      })),
    ]),
  ),
  list(
    'categories-are-edited',
    'somebody renames a category while it is listed',
    catalogue((elements, call) =>
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
  ),
  list(
    'one-category',
    'there is one category',
    catalogue((elements) => elements.slice(0, 1)),
  ),
  list(
    'five-thousand-categories',
    'there are five thousand categories',
    catalogue((elements) => Array.from({ length: 5000 }, (_, id) => ({ ...elements[0], id }))),
  ),
  list(
    'category-names-of-all-kinds',
    'names are a flag, right to left, controls and two kilobytes',
    catalogue((elements) =>
      elements.map((category, index) => ({
        ...category,
        name: ['🇧🇩 👩‍👩‍👧', 'ألعاب‏', '\u0007\t\\"', 'n'.repeat(2048)][index] ?? '',
      })),
    ),
  ),
];
