/** Fields of a shipping rate (section 2.3) that are wrong for some valid requests only. */
import {
  alter,
  all,
  each,
  eachWith,
  eachWithout,
  on,
  rates,
  served,
  type Change,
} from '../../variations/changes.js';
import { askRates, askWith, boxesOf, changed, itemsOf, TWO_BOXES } from '../../variations/requests.js';
import type { Call, Fields } from '../../reference-server/stages.js';
import { foundBy } from '../../variations/found-by.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const write = variationsOf('shipping rates');

const asText = (name: string): Change => each((rate) => ({ ...rate, [name]: String(rate[name]) }));

/** A fault that shows for some valid requests only. */
const sometimes = (id: string, title: string, when: (call: Call) => boolean, change: Change, step: Step) =>
  write(id, '2.3', title, on(all(rates, served('getShippingRates', when)), change), step);

const severalBoxes = (call: Call) => boxesOf(call).length > 1;
const severalItems = (call: Call) =>
  boxesOf(call).some(({ items }) => Array.isArray(items) && items.length > 1);
const fraction = (value: unknown) => typeof value === 'number' && !Number.isInteger(value);
const weightOf = ({ body }: Call) => (Object(body) as Fields).weight;
const nonAscii = (call: Call) => itemsOf(call).some(({ name }) => /[^ -~]/.test(String(name)));
const twoItems = changed('box_dimension.0.items', TWO_BOXES.box_dimension[1]?.items);

export default [
  ...foundBy(
    'rates/fields',
    sometimes(
      'charge-text-for-fractional-weight',
      'shipping_charge is text when the weight has a fraction',
      (call) => fraction(weightOf(call)),
      asText('shipping_charge'),
      askWith('weight', 3.25),
    ),
    sometimes(
      'charge-text-for-heavy',
      'shipping_charge is text with a thousands comma from 100 pounds',
      (call) => Number(weightOf(call)) >= 100,
      each((r) => ({ ...r, shipping_charge: '1,015.00' })),
      askWith('weight', 120),
    ),
    sometimes(
      'charge-null-for-several-boxes',
      'shipping_charge is null when there are several boxes',
      severalBoxes,
      eachWith({ shipping_charge: null }),
      askRates(TWO_BOXES),
    ),
    sometimes(
      'fee-missing-for-several-boxes',
      'home_delivery_fee is left out when there are several boxes',
      severalBoxes,
      eachWithout('home_delivery_fee'),
      askRates(TWO_BOXES),
    ),
    sometimes(
      'data-nested-for-several-boxes',
      'data holds a list for each box when there are several',
      severalBoxes,
      alter('data', (list) => [list, list]),
      askRates(TWO_BOXES),
    ),
    sometimes(
      'tax-number-for-several-items',
      'import_tax is a number when a box has several items',
      severalItems,
      eachWith({ import_tax: 12.5 }),
      askRates(twoItems),
    ),
    sometimes(
      'description-missing-for-non-ascii',
      'description is left out when an item name is not ASCII',
      nonAscii,
      eachWithout('description'),
      askWith('box_dimension.0.items.0.name', 'Gläser 硝子'),
    ),
    sometimes(
      'logo-missing-for-large-body',
      'logo is left out when the body is over 8 KB',
      ({ text }) => text.length > 8192,
      eachWithout('logo'),
      askWith('sender.address', 'Long Road '.repeat(900)),
    ),
    sometimes(
      'time-text-for-fractional-size',
      'delivery_time is text when a box side has a fraction',
      (call) => boxesOf(call).some((b) => ['length', 'width', 'height'].some((side) => fraction(b[side]))),
      asText('delivery_time'),
      askWith('box_dimension.0.width', 8.5),
    ),
  ),
  ...foundBy(
    ['rates/one-per-option', 'rates/unique-ids'],
    sometimes(
      'rates-repeated-for-each-box',
      'the same rates are listed once for each box',
      severalBoxes,
      alter('data', (list) => [list, list].flat()),
      askRates(TWO_BOXES),
    ),
  ),
  ...foundBy(
    ['rates/request-id-identifies', 'rates/one-request-id'],
    sometimes(
      'request-ids-differ-for-several-items',
      'request_id differs between rates when a box has several items',
      severalItems,
      each((r, i) => ({ ...r, request_id: `r${i}` })),
      askRates(twoItems),
    ),
  ),
];
