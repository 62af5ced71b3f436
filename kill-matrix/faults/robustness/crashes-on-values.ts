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
import { faultsOf, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('robustness', { section: '7' });
const fault = ({ when, ...row }: NamedFault & { when: (call: Call) => boolean; witness: Step }) =>
  write({ ...row, apply: crash('getShippingRates', when) });

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
  fault({
    id: 'crash-on-zero-weight',
    title: 'a weight of 0 divides by zero',
    foundBy: ['requests/invalid-value', 'responses/no-server-error'],
    when: (call) => field('weight')(call) === 0,
    witness: askWith('weight', 0),
  }),
  fault({
    id: 'crash-on-negative-weight',
    title: 'a weight below 0 is 500',
    foundBy: ['requests/invalid-value', 'responses/no-server-error'],
    when: (call) => Number(field('weight')(call)) < 0,
    witness: askWith('weight', -1),
  }),
  fault({
    id: 'crash-on-huge-weight',
    title: 'a weight of 1e300 overflows',
    foundBy: ['requests/odd-input', 'responses/no-server-error'],
    when: (call) => weights(call).some((weight) => Number(weight) > 1e30),
    witness: askWith('weight', 1e300),
  }),
  fault({
    id: 'crash-on-emoji',
    title: 'an emoji does not fit the character set of the database',
    foundBy: ['requests/odd-input', 'responses/no-server-error'],
    when: has(/[\u{10000}-\u{10ffff}]/u),
    witness: name('Mug 🎁'),
  }),
  fault({
    id: 'crash-on-unknown-country',
    title: 'a country without a table of rates is 500',
    foundBy: ['requests/odd-input', 'responses/no-server-error'],
    when: (call) => !['US', 'BD'].includes(String(field('receiver', 'country_code')(call))),
    witness: askWith('receiver.country_code', 'AQ'),
  }),
  fault({
    id: 'crash-on-unknown-field',
    title: 'a field that nobody knows is 500',
    foundBy: ['requests/odd-input', 'responses/no-server-error'],
    when: ({ body }) => Object.keys(Object(body) as object).some((key) => !Object.hasOwn(SHIPMENT, key)),
    witness: askRates(changed('note', 'fragile')),
  }),
  fault({
    id: 'crash-on-fraction',
    title: 'a fractional weight is 500',
    foundBy: ['rates/valid-shipments', 'responses/no-server-error'],
    when: (call) => weights(call).some((weight) => !Number.isInteger(weight) && typeof weight === 'number'),
    witness: askWith('weight', 3.75),
  }),
  fault({
    id: 'crash-on-several-boxes',
    title: 'two boxes are 500',
    foundBy: ['rates/valid-shipments', 'responses/no-server-error'],
    when: (call) => boxesOf(call).length > 1,
    witness: askRates(TWO_BOXES),
  }),
  fault({
    id: 'crash-on-non-ascii',
    title: 'text that is not ASCII is 500',
    foundBy: ['rates/valid-shipments', 'responses/no-server-error'],
    when: has(/[^\0-\x7f]/),
    witness: name('Übergröße'),
  }),
  fault({
    id: 'crash-on-no-boxes',
    title: 'an empty list of boxes is 500',
    foundBy: 'responses/no-server-error',
    when: ({ body }) => JSON.stringify(valueAt(body, ['box_dimension'])) === '[]',
    witness: askWith('box_dimension', []),
  }),
  fault({
    id: 'crash-on-empty-text',
    title: 'an empty text is 500',
    foundBy: 'responses/no-server-error',
    when: (call) => texts(call).includes(''),
    witness: askWith('sender.city', ''),
  }),
  fault({
    id: 'crash-on-unknown-unit',
    title: 'an unknown weight_unit is 500',
    foundBy: ['requests/documented-examples', 'responses/no-server-error'],
    when: (call) => typeof field('weight_unit')(call) === 'string' && field('weight_unit')(call) !== 'LBS',
    witness: askWith('weight_unit', 'STONE'),
  }),
];
