/** Valid rate requests that are refused (section 4.2: what is of the stated type and shape is valid). */
import { invent } from '../../variations/changes.js';
import { askRates, askWith, boxesOf, itemsOf, SHIPMENT, TWO_BOXES } from '../../variations/requests.js';
import type { Call, Fields } from '../../reference-server/stages.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('acceptance');
const fault = (
  id: string,
  section: string,
  title: string,
  when: (call: Call) => boolean,
  text: string,
  step: Step,
): Variation => write(id, section, title, invent(when, text), step);

const field =
  (name: string) =>
  ({ body }: Call) =>
    (Object(body) as Fields)[name];
const weight = field('weight');
const sides = (call: Call) => boxesOf(call).flatMap((box) => [box.length, box.width, box.height]);
const isText = (value: unknown) => typeof value === 'string';
const hasFraction = (value: unknown) => typeof value === 'number' && !Number.isInteger(value);

export default [
  ...foundBy(
    ['requests/documented-examples', 'rates/valid-shipments'],
    fault(
      'valid-always-refused',
      '4.2',
      'every rate request is refused',
      () => true,
      'weight is invalid',
      askRates(),
    ),
    fault(
      'whole-weight-refused',
      '4.2',
      'a weight without a fraction is refused',
      (call) => Number.isInteger(weight(call)),
      'weight must be a decimal',
      askRates(),
    ),
    fault(
      'quantity-text-refused',
      '2.4',
      'quantity as text is refused',
      (call) => itemsOf(call).some(({ quantity }) => isText(quantity)),
      'box_dimension[0].items[0].quantity must be an integer',
      askRates(),
    ),
    fault(
      'unit-price-text-refused',
      '2.4',
      'unit_price as text is refused',
      (call) => itemsOf(call).some((item) => isText(item.unit_price)),
      'box_dimension[0].items[0].unit_price must be a number',
      askRates(),
    ),
    fault(
      'product-type-text-refused',
      '4.2',
      'product_type "1" is refused',
      (call) => isText(field('product_type')(call)),
      'product_type must be an integer',
      askRates(),
    ),
    fault(
      'weight-number-refused',
      '4.2',
      'weight as a number is refused',
      (call) => typeof weight(call) === 'number',
      'weight must be a string',
      askRates(),
    ),
    fault(
      'unit-in-capitals-refused',
      '4.2',
      'LBS is refused',
      (call) => field('weight_unit')(call) === 'LBS',
      'weight_unit must be lbs',
      askRates(),
    ),
    fault(
      'delivery-type-refused',
      '4.2',
      'delivery_type "commercial" is refused',
      (call) => field('delivery_type')(call) === 'commercial',
      'delivery_type must be 1 or 2',
      askRates(),
    ),
    fault(
      'unstated-field-required',
      '4.2',
      'sender.phone, which is not in the contract, is required',
      ({ body }) => !Object.hasOwn(Object(field('sender')({ body } as Call)) as object, 'phone'),
      'sender.phone is required',
      askRates(),
    ),
    fault(
      'unstated-box-name-required',
      '2.4',
      'a name is required for each box',
      (call) => boxesOf(call).some(({ name }) => !name),
      'box_dimension[0].name is required',
      askRates(),
    ),
  ),
  foundOnlyBy(
    'rates/valid-shipments',
    fault(
      'several-boxes-refused',
      '1',
      'two boxes are refused',
      (call) => boxesOf(call).length > 1,
      'box_dimension must have one element',
      askRates(TWO_BOXES),
    ),
  ),
  ...foundBy(
    'rates/valid-shipments',
    fault(
      'fractional-weight-refused',
      '4.2',
      'a weight with a fraction is refused',
      (call) => hasFraction(weight(call)),
      'weight must be an integer',
      askWith('weight', 3.5),
    ),
    fault(
      'fractional-box-weight-refused',
      '2.4',
      'a box weight with a fraction is refused',
      (call) => boxesOf(call).some((box) => hasFraction(box.weight)),
      'box_dimension[0].weight must be an integer',
      askWith('box_dimension.0.weight', 2.5),
    ),
    fault(
      'fractional-size-refused',
      '2.4',
      'box sides with a fraction are refused',
      (call) => sides(call).some(hasFraction),
      'box_dimension[0].length must be an integer',
      askWith('box_dimension.0.length', 10.25),
    ),
  ),
  foundOnlyBy(
    'requests/spellings',
    fault(
      'exponent-refused',
      '4',
      'a weight written 1e1 is refused',
      ({ text }) => /"weight":\s*1e1/.test(text),
      'weight must be a number',
      askRates(JSON.stringify({ ...SHIPMENT, weight: 10 }).replace('"weight":10', '"weight":1e1')),
    ),
  ),
  ...foundBy(
    'requests/spellings',
    fault(
      'whitespace-refused',
      '4',
      'JSON with line breaks is refused',
      ({ text }) => text.includes('\n'),
      'body must be valid JSON',
      askRates(JSON.stringify(SHIPMENT, null, 2)),
    ),
    fault(
      'escapes-refused',
      '4',
      'unicode escapes in the JSON are refused',
      ({ text }) => /\\u[0-9a-f]{4}/i.test(text),
      'body must be valid JSON',
      askRates(JSON.stringify(SHIPMENT).replace('Notebook', 'Note\\u0062ook')),
    ),
  ),
];
