/** Values, most of them valid, that bring the server down (7). */
import { crash } from '../../variations/changes.js';
import {
  askRates,
  askWith,
  boxesOf,
  changed,
  itemsOf,
  SHIPMENT,
  TWO_BOXES,
  valueAt,
} from '../../variations/requests.js';
import type { Call, Fields } from '../../reference-server/stages.js';
import { foundBy } from '../../variations/found-by.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('robustness');
const fault = (id: string, title: string, when: (call: Call) => boolean, step: Step): Variation =>
  write(id, '7', title, crash('getShippingRates', when), step);

const field =
  (...path: (string | number)[]) =>
  ({ body }: Call) =>
    valueAt(body, path);
const texts = (call: Call) =>
  [...itemsOf(call), field('sender')(call), field('receiver')(call)]
    .flatMap((part) => Object.values(Object(part) as Fields))
    .filter((value) => typeof value === 'string');
const weights = (call: Call) => [field('weight')(call), ...boxesOf(call).map((box) => box.weight)];
const has = (pattern: RegExp) => (call: Call) => texts(call).some((value) => pattern.test(value));
const name = (value: string): Step => askWith('box_dimension.0.items.0.name', value);

export default [
  ...foundBy(
    ['requests/invalid-value', 'responses/no-server-error'],
    fault(
      'crash-on-zero-weight',
      'a weight of 0 divides by zero',
      (call) => field('weight')(call) === 0,
      askWith('weight', 0),
    ),
    fault(
      'crash-on-negative-weight',
      'a weight below 0 is 500',
      (call) => Number(field('weight')(call)) < 0,
      askWith('weight', -1),
    ),
  ),
  ...foundBy(
    ['requests/odd-input', 'responses/no-server-error'],
    fault(
      'crash-on-huge-weight',
      'a weight of 1e300 overflows',
      (call) => weights(call).some((weight) => Number(weight) > 1e30),
      askWith('weight', 1e300),
    ),
    fault(
      'crash-on-long-text',
      'a text over 255 characters does not fit its column',
      has(/^[^]{256}/),
      askWith('receiver.address', 'Long Road '.repeat(40)),
    ),
    fault(
      'crash-on-emoji',
      'an emoji does not fit the character set of the database',
      has(/[\u{10000}-\u{10ffff}]/u),
      name('Mug 🎁'),
    ),
    fault(
      'crash-on-null-character',
      'a null character breaks the database driver',
      has(/\0/),
      name('Pen\0cil'),
    ),
    fault(
      'crash-on-lone-surrogate',
      'half of a surrogate pair cannot be encoded',
      has(/[\ud800-\udbff](?![\udc00-\udfff])/),
      name('Pen \ud83d'),
    ),
    fault(
      'crash-on-unknown-country',
      'a country without a table of rates is 500',
      (call) => !['US', 'BD'].includes(String(field('receiver', 'country_code')(call))),
      askWith('receiver.country_code', 'AQ'),
    ),
    fault(
      'crash-on-unknown-field',
      'a field that nobody knows is 500',
      ({ body }) => Object.keys(Object(body) as object).some((key) => !Object.hasOwn(SHIPMENT, key)),
      askRates(changed('note', 'fragile')),
    ),
  ),
  ...foundBy(
    ['rates/valid-shipments', 'responses/no-server-error'],
    fault(
      'crash-on-fraction',
      'a fractional weight is 500',
      (call) => weights(call).some((weight) => !Number.isInteger(weight) && typeof weight === 'number'),
      askWith('weight', 3.75),
    ),
    fault(
      'crash-on-several-boxes',
      'two boxes are 500',
      (call) => boxesOf(call).length > 1,
      askRates(TWO_BOXES),
    ),
    fault(
      'crash-on-several-items',
      'two items in a box are 500',
      (call) => boxesOf(call).some(({ items }) => Array.isArray(items) && items.length > 1),
      askRates(TWO_BOXES),
    ),
    fault('crash-on-non-ascii', 'text that is not ASCII is 500', has(/[^\0-\x7f]/), name('Übergröße')),
    fault('crash-on-apostrophe', 'an apostrophe breaks the SQL', has(/'/), name("Child's chair")),
  ),
  ...foundBy(
    'responses/no-server-error',
    fault(
      'crash-on-no-boxes',
      'an empty list of boxes is 500',
      ({ body }) => JSON.stringify(valueAt(body, ['box_dimension'])) === '[]',
      askWith('box_dimension', []),
    ),
    fault(
      'crash-on-no-items',
      'an empty list of items is 500',
      (call) => boxesOf(call).some(({ items }) => JSON.stringify(items) === '[]'),
      askWith('box_dimension.0.items', []),
    ),
    fault(
      'crash-on-quantity-words',
      'a quantity that is no number is 500',
      (call) =>
        itemsOf(call).some(({ quantity }) => typeof quantity === 'string' && Number.isNaN(Number(quantity))),
      askWith('box_dimension.0.items.0.quantity', 'two'),
    ),
    fault(
      'crash-on-empty-text',
      'an empty text is 500',
      (call) => texts(call).includes(''),
      askWith('sender.city', ''),
    ),
  ),
  ...foundBy(
    ['requests/documented-examples', 'responses/no-server-error'],
    fault(
      'crash-on-unknown-unit',
      'an unknown weight_unit is 500',
      (call) => typeof field('weight_unit')(call) === 'string' && field('weight_unit')(call) !== 'LBS',
      askWith('weight_unit', 'STONE'),
    ),
  ),
];
