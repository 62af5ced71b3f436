/** Requests, valid or not, that bring the server down: 500 stands for a server error, not for bad input (7). */
import { crash, on, served, document, type When } from '../changes.js';
import {
  askRates,
  askWith,
  askWithout,
  boxesOf,
  changed,
  itemsOf,
  listCategories,
  SHIPMENT,
  TWO_BOXES,
  valueAt,
} from '../requests.js';
import type { Call, Fields } from '../stages.js';
import { rateRequestProblems } from '../validation.js';
import { variationsOf, type Step, type Variation } from '../variation.js';

const write = variationsOf('robustness');
const fault = (id: string, title: string, when: (call: Call) => boolean, step: Step): Variation =>
  write(id, '7', title, crash('getShippingRates', when), step);

const problem =
  (test: (place: string, kind: string) => boolean) =>
  ({ body }: Call) =>
    body !== undefined && rateRequestProblems(body).some(({ path, kind }) => test(path.join('.'), kind));
const field =
  (...path: (string | number)[]) =>
  ({ body }: Call) =>
    valueAt(body, path);
/** How deep brackets are nested in the text. */
const depth = ({ text }: Call) => {
  let open = 0;
  let deepest = 0;
  for (const sign of text) {
    if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++open);
    if (sign === ']' || sign === '}') open--;
  }
  return deepest;
};
const texts = (call: Call) =>
  [...itemsOf(call), field('sender')(call), field('receiver')(call)]
    .flatMap((part) => Object.values(Object(part) as Fields))
    .filter((value) => typeof value === 'string');
const weights = (call: Call) => [field('weight')(call), ...boxesOf(call).map((box) => box.weight)];
const has = (pattern: RegExp) => (call: Call) => texts(call).some((value) => pattern.test(value));
const name = (value: string): Step => askWith('box_dimension.0.items.0.name', value);
const type = (call: Call) => String(call.headers['content-type'] ?? '');
const trace: When = served('getShippingRates', (call) => call.body === undefined);
const nested = `${'['.repeat(60)}${']'.repeat(60)}`;

export const robustnessFaults = [
  fault(
    'crash-on-malformed-json',
    'malformed JSON is 500',
    ({ body }) => body === undefined,
    askRates('{"weight": '),
  ),
  write(
    'crash-with-stack-trace',
    '7',
    'malformed JSON is 500 with the stack trace',
    on(
      trace,
      document(500, {
        status: false,
        message: 'Unexpected end of JSON input',
        data: [],
        errors: [
          'SyntaxError: Unexpected end of JSON input\n    at JSON.parse (<anonymous>)\n    at /srv/app/server.js:31:20',
        ],
        response_code: '500',
      }),
    ),
    askRates('{'),
  ),
  fault('crash-on-empty-body', 'an empty body is 500', ({ text }) => text === '', askRates('')),
  fault(
    'crash-on-empty-object',
    'an empty object is 500',
    ({ text }) => text.trim() === '{}',
    askRates('{}'),
  ),
  fault(
    'crash-on-list-body',
    'a list as the body is 500',
    ({ body }) => Array.isArray(body),
    askRates([SHIPMENT]),
  ),
  fault('crash-on-null-body', 'the body null is 500', ({ body }) => body === null, askRates('null')),
  fault(
    'crash-on-text-body',
    'a JSON text as the body is 500',
    ({ body }) => typeof body === 'string',
    askRates('"ship it"'),
  ),
  fault(
    'crash-on-number-body',
    'a number as the body is 500',
    ({ body }) => typeof body === 'number',
    askRates('42'),
  ),
  fault(
    'crash-on-boolean-body',
    'true as the body is 500',
    ({ body }) => typeof body === 'boolean',
    askRates('true'),
  ),
  fault(
    'crash-on-missing-boxes',
    'a missing box_dimension is 500',
    problem((place, kind) => place === 'box_dimension' && kind === 'missing'),
    askWithout('box_dimension'),
  ),
  fault(
    'crash-on-missing-receiver',
    'a missing receiver is 500',
    problem((place, kind) => place === 'receiver' && kind === 'missing'),
    askWithout('receiver'),
  ),
  fault(
    'crash-on-missing-items',
    'missing items are 500',
    problem((place, kind) => place.endsWith('items') && kind === 'missing'),
    askWithout('box_dimension.0.items'),
  ),
  fault(
    'crash-on-missing-unit-price',
    'a missing unit_price is 500',
    problem((place, kind) => place.endsWith('unit_price') && kind === 'missing'),
    askWithout('box_dimension.0.items.0.unit_price'),
  ),
  fault(
    'crash-on-missing-zip-code',
    'a missing zip_code of the receiver is 500',
    problem((place, kind) => place === 'receiver.zip_code' && kind === 'missing'),
    askWithout('receiver.zip_code'),
  ),
  fault(
    'crash-on-any-missing-field',
    'any missing field is 500',
    problem((_, kind) => kind === 'missing'),
    askWithout('weight_unit'),
  ),
  fault(
    'crash-on-boxes-object',
    'an object for box_dimension is 500',
    problem((place, kind) => place === 'box_dimension' && kind === 'type'),
    askWith('box_dimension', {}),
  ),
  fault(
    'crash-on-null-party',
    'null for the sender is 500',
    (call) => field('sender')(call) === null,
    askWith('sender', null),
  ),
  fault(
    'crash-on-text-party',
    'text for the receiver is 500',
    (call) => typeof field('receiver')(call) === 'string',
    askWith('receiver', 'Austin'),
  ),
  fault(
    'crash-on-items-text',
    'text for items is 500',
    problem((place, kind) => place.endsWith('items') && kind === 'type'),
    askWith('box_dimension.0.items', 'Pen'),
  ),
  fault(
    'crash-on-null-box',
    'null for a box is 500',
    (call) => [field('box_dimension', 0)(call), field('box_dimension', 1)(call)].includes(null),
    askWith('box_dimension.1', null, TWO_BOXES),
  ),
  fault(
    'crash-on-text-item',
    'text for an item is 500',
    problem((place, kind) => /items\.\d+$/.test(place) && kind === 'type'),
    askWith('box_dimension.0.items.0', 'Pen'),
  ),
  fault(
    'crash-on-number-for-name',
    'a number for an item name is 500',
    problem((place, kind) => place.endsWith('name') && kind === 'type'),
    askWith('box_dimension.0.items.0.name', 7),
  ),
  fault(
    'crash-on-object-for-country',
    'an object for country_code is 500',
    (call) => typeof field('sender', 'country_code')(call) === 'object',
    askWith('sender.country_code', {}),
  ),
  fault(
    'crash-on-text-weight',
    'text for weight is 500',
    (call) => typeof field('weight')(call) === 'string',
    askWith('weight', 'heavy'),
  ),
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
  fault(
    'crash-on-huge-weight',
    'a weight of 1e300 overflows',
    (call) => weights(call).some((weight) => Number(weight) > 1e30),
    askWith('weight', 1e300),
  ),
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
  fault(
    'crash-on-long-text',
    'a text over 255 characters does not fit its column',
    has(/^[^]{256}/),
    askWith('receiver.address', 'Long Road '.repeat(40)),
  ),
  fault(
    'crash-on-large-body',
    'a body over 16 KB is 500',
    ({ text }) => text.length > 16_384,
    askWith('receiver.address', 'Long Road '.repeat(1700)),
  ),
  fault(
    'crash-on-deep-json',
    'deeply nested JSON overflows the stack',
    (call) => depth(call) > 50,
    askRates(nested),
  ),
  fault('crash-on-non-ascii', 'text that is not ASCII is 500', has(/[^\0-\x7f]/), name('Übergröße')),
  fault(
    'crash-on-emoji',
    'an emoji does not fit the character set of the database',
    has(/[\u{10000}-\u{10ffff}]/u),
    name('Mug 🎁'),
  ),
  fault('crash-on-apostrophe', 'an apostrophe breaks the SQL', has(/'/), name("Child's chair")),
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
    'crash-on-unknown-unit',
    'an unknown weight_unit is 500',
    (call) => typeof field('weight_unit')(call) === 'string' && field('weight_unit')(call) !== 'LBS',
    askWith('weight_unit', 'STONE'),
  ),
  fault(
    'crash-on-unknown-field',
    'a field that nobody knows is 500',
    ({ body }) => Object.keys(Object(body) as object).some((key) => !Object.hasOwn(SHIPMENT, key)),
    askRates(changed('note', 'fragile')),
  ),
  fault(
    'crash-on-other-content-type',
    'a body that is not declared as JSON is 500',
    (call) => !type(call).includes('json'),
    askRates(SHIPMENT, { 'Content-Type': 'text/plain' }),
  ),
  fault(
    'crash-on-form-content-type',
    'a form is 500',
    (call) => type(call).includes('form'),
    askRates('weight=3', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  ),
  fault(
    'crash-on-missing-content-type',
    'a body without Content-Type is 500',
    (call) => type(call) === '',
    askRates(SHIPMENT, { 'Content-Type': null }),
  ),
  fault(
    'crash-on-charset-parameter',
    'a charset in the Content-Type of the request is 500',
    (call) => type(call).includes('charset'),
    askRates(SHIPMENT, { 'Content-Type': 'application/json; charset=utf-8' }),
  ),
  write(
    'crash-on-query',
    '4.1',
    'an unknown query parameter is 500',
    crash('listCategories', ({ query }) => query.size > 0),
    { method: 'GET', path: '/categories?page=1' },
  ),
  write(
    'crash-on-categories',
    '4.1',
    'the category list is always 500',
    crash('listCategories'),
    listCategories,
  ),
  fault(
    'crash-on-rates',
    'valid rate requests are always 500',
    ({ body }) => rateRequestProblems(body).length === 0,
    askRates(),
  ),
];
