/** Numbers that are not numbers above 0, overflow, or are sent as text (2.4, 4.2 rule 1, 7). */
import type { Call, Problem } from '../../reference-server/stages.js';
import { crash, overlook } from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { SHIPMENT, askRates, askWith, changed, placeOf, valueAt } from '../../variations/requests.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('forms of values');
const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether some weight in the text of the body is written in this way. */
const someWeight = (body: string, form: RegExp) =>
  [...body.matchAll(/"weight":\s*([^,}\]]*)/g)].some(([, literal = '']) => form.test(literal.trim()));
/** A number that is written in another form is let through. */
const number = (
  id: string,
  title: string,
  place: string,
  test: (value: unknown, text: string) => boolean,
  step: Step,
): Variation =>
  write(
    id,
    '4.2 rule 1',
    title,
    overlook(
      ({ path }: Problem, { body, text }: Call) => placeOf(path) === place && test(valueAt(body, path), text),
    ),
    step,
  );
const literal = (value: string): Step =>
  askRates(JSON.stringify({ ...SHIPMENT, weight: 31_415 }).replace('31415', value));
const text = (value: string) => askWith('weight', value);
const isOneOf =
  (...values: unknown[]) =>
  (value: unknown) =>
    values.includes(value);
const like = (pattern: RegExp) => (value: unknown) => isText(value) && pattern.test(value);

export default [
  foundOnlyBy(
    'requests/odd-input',
    number(
      'weight-overflowing-literal',
      'a weight of 1e400 becomes null and is served',
      'weight',
      (_, body) => someWeight(body, /^\d+e[3-9]\d\d/i),
      literal('1e400'),
    ),
  ),
  ...foundBy(
    ['rates/fields', 'requests/invalid-in-any-shipment'],
    number(
      'weight-negative-overflow',
      'a weight of -1e400 is taken for a missing one and is served',
      'weight',
      (_, body) => someWeight(body, /^-1e[3-9]\d\d/i),
      literal('-1e400'),
    ),
  ),
  foundOnlyBy(
    'requests/invalid-in-any-shipment',
    number(
      'weight-minus-zero',
      'a weight of -0 is accepted',
      'weight',
      (value) => Object.is(value, -0),
      literal('-0'),
    ),
  ),
  foundOnlyBy(
    'requests/invalid-in-any-shipment',
    number(
      'weight-zero-fraction',
      'a weight written 0.0 is accepted',
      'weight',
      (value, body) => value === 0 && someWeight(body, /^0\.0/),
      literal('0.0'),
    ),
  ),
  foundOnlyBy(
    'requests/invalid-in-any-shipment',
    number(
      'weight-zero-with-heavy-boxes',
      'a weight of 0 is accepted when the boxes weigh more than 10',
      'weight',
      (value, body) => value === 0 && someWeight(body, /^\d\d/),
      askRates(changed('box_dimension.0.weight', 12, { ...SHIPMENT, weight: 0 })),
    ),
  ),
  foundOnlyBy(
    'requests/invalid-in-any-shipment',
    number(
      'weight-negative-in-kilograms',
      'only pounds must be above 0',
      'weight',
      (value, body) => typeof value === 'number' && value <= 0 && body.includes('"KG"'),
      askRates({ ...SHIPMENT, weight: -2, weight_unit: 'KG' }),
    ),
  ),
  ...foundBy(
    'requests/odd-input',
    write(
      'crash-on-many-decimals',
      '7',
      'a weight with more than fifteen decimals is 500',
      crash('getShippingRates', ({ text: body }) => someWeight(body, /\.\d{16,}/)),
      literal('3.1234567890123456789'),
    ),
  ),

  ...foundBy(
    'errors/one-string-per-problem',
    number(
      'weight-hex-text',
      'the text "0x10" is accepted as a weight',
      'weight',
      like(/^0x[0-9a-f]+$/i),
      text('0x10'),
    ),
    number(
      'weight-exponent-text',
      'the text "1e1" is accepted as a weight',
      'weight',
      like(/^\d+e\d+$/i),
      text('1e1'),
    ),
    number(
      'weight-with-unit-text',
      'the text "3 lbs" is accepted as a weight',
      'weight',
      like(/^\d+(\.\d+)? ?(lbs?|kg)$/i),
      text('3 lbs'),
    ),
    number(
      'weight-decimal-comma-text',
      'the text "3,5" is accepted as a weight',
      'weight',
      like(/^\d+,\d+$/),
      text('3,5'),
    ),
    number(
      'weight-padded-text',
      'a weight in text with spaces around is accepted',
      'weight',
      like(/^\s+\d+(\.\d+)?\s*$/),
      text(' 3 '),
    ),
    number(
      'weight-infinity-text',
      'the text "Infinity" is accepted as a weight',
      'weight',
      like(/^infinity$/i),
      text('Infinity'),
    ),
    number(
      'weight-negative-text',
      'the text "-5" is accepted as a weight, as only numbers are compared with 0',
      'weight',
      like(/^-\d+$/),
      text('-5'),
    ),
    number(
      'weight-minus-one',
      'a weight of -1 stands for an unknown one and is accepted',
      'weight',
      isOneOf(-1),
      askWith('weight', -1),
    ),
  ),
  ...foundBy(
    'requests/invalid-value',
    number(
      'weight-tiny-negative',
      'a weight between -1 and 0 is rounded to 0 and accepted',
      'weight',
      (value) => typeof value === 'number' && value < 0 && value > -1,
      askWith('weight', -0.4),
    ),
  ),
  ...foundBy(
    'rates/fields',
    number(
      'weight-large-negative',
      'weights below -1000 wrap around to positive ones',
      'weight',
      (value) => typeof value === 'number' && value < -1000,
      askWith('weight', -5000),
    ),
  ),
  ...foundBy(
    ['requests/odd-input', 'responses/no-server-error'],
    write(
      'crash-on-overflowing-weight',
      '7',
      'a weight that overflows is 500',
      crash('getShippingRates', ({ text: body }) => someWeight(body, /^\d+e[3-9]\d\d/i)),
      literal('2e308'),
    ),
    write(
      'crash-on-large-quantity',
      '7',
      'a quantity above 2,147,483,647 is 500',
      crash(
        'getShippingRates',
        ({ body }) => Number(valueAt(body, ['box_dimension', 0, 'items', 0, 'quantity'])) > 2_147_483_647,
      ),
      askWith('box_dimension.0.items.0.quantity', '99999999999'),
    ),
    write(
      'crash-on-long-price',
      '7',
      'a price of twenty digits is 500',
      crash(
        'getShippingRates',
        ({ body }) => String(valueAt(body, ['box_dimension', 0, 'items', 0, 'unit_price'])).length > 19,
      ),
      askWith('box_dimension.0.items.0.unit_price', '12345678901234567890.12'),
    ),
    write(
      'crash-on-huge-box',
      '7',
      'the volume of a box of 1e200 by 1e200 overflows and is 500',
      crash('getShippingRates', ({ body }) => Number(valueAt(body, ['box_dimension', 0, 'length'])) > 1e150),
      askRates(changed('box_dimension.0.length', 1e200, changed('box_dimension.0.width', 1e200))),
    ),
  ),
  ...foundBy(
    ['requests/assumed-values', 'requests/several-problems'],
    write(
      'crash-on-tiny-box',
      '7',
      'a box side of 1e-7 is 500, as its text has an exponent',
      crash('getShippingRates', ({ body }) => Number(valueAt(body, ['box_dimension', 0, 'height'])) < 1e-6),
      askWith('box_dimension.0.height', 1e-7),
    ),
  ),
];
