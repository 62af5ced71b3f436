/** Problems that a server may find in numbers, counts and prices: value bounds are not shown (section 8). */
import type { Call, Fields } from '../../reference-server/stages.js';
import {
  boxFieldsOf,
  itemFieldsOf,
  number,
  refuseTogether,
  text,
  topOf,
  where,
} from '../../variations/bounds.js';
import { boxesOf } from '../../variations/calls.js';
import { askRates, askWith, changed, SHIPMENT, TWO_BOXES } from '../../variations/requests.js';
import { variantsOf } from '../../variations/variation.js';

const side = /(length|width|height)$/;
const price = /unit_price$/;
const quantity = /quantity$/;
const item = 'box_dimension.0.items.0';
const weight = (test: (value: number) => boolean) => where(topOf, /^weight$/, number(test));
const sides = (test: (value: number) => boolean) => where(boxFieldsOf, side, number(test));
const longerThan = (most: number) => (list: unknown) => Array.isArray(list) && list.length > most;
const decimals = (most: number) => number((value) => Number(value.toFixed(most)) !== value);
const manyItems = Array<unknown>(21).fill(SHIPMENT.box_dimension[0]?.items[0]);
const boxes = (body: Fields) => boxesOf({ body } as Call);
const sum = (list: Fields[], name: string) => list.reduce((total, each) => total + Number(each[name]), 0);
const value = (body: Fields) =>
  boxes(body)
    .flatMap(({ items }) => items as Fields[])
    .reduce((total, { quantity: count, unit_price }) => total + Number(count) * Number(unit_price), 0);

export default variantsOf('limits', {
  section: '8: value bounds are not shown',
  settings: { assumedValues: false },
})({
  'weights-of-two-decimals': {
    title: 'weights have at most two decimals',
    refuses: (call) => [
      ...where(topOf, /^weight$/, decimals(2))(call),
      ...where(boxFieldsOf, /weight$/, decimals(2))(call),
    ],
    complaint: 'must have at most 2 decimals',
    witness: askWith('weight', 3.125),
  },
  'sides-of-one-decimal': {
    title: 'box sides have at most one decimal',
    refuses: where(boxFieldsOf, side, decimals(1)),
    complaint: 'must have at most 1 decimal',
    witness: askWith('box_dimension.0.length', 10.25),
  },
  'at-least-a-pound': {
    title: 'a shipment weighs at least 1',
    refuses: weight((weight) => weight < 1),
    complaint: 'must be at least 1',
    witness: askWith('weight', 0.5),
  },
  'at-most-seventy-pounds': {
    title: 'a box weighs at most 70',
    refuses: where(
      boxFieldsOf,
      /weight$/,
      number((weight) => weight > 70),
    ),
    complaint: 'must be at most 70',
    witness: askWith('box_dimension.0.weight', 71),
  },
  'at-most-a-thousand': {
    title: 'a shipment weighs at most 1000',
    refuses: weight((weight) => weight > 1000),
    complaint: 'must be at most 1000',
    witness: askWith('weight', 1001),
  },
  'sides-of-an-inch-or-more': {
    title: 'box sides are at least 1',
    refuses: sides((length) => length < 1),
    complaint: 'must be at least 1',
    witness: askWith('box_dimension.0.height', 0.5),
  },
  'sides-of-48-or-less': {
    title: 'box sides are at most 48',
    refuses: sides((length) => length > 48),
    complaint: 'must be at most 48',
    witness: askWith('box_dimension.0.height', 49),
  },
  'numbers-within-32-bits': {
    title: 'numbers over 2147483647 are refused',
    refuses: (call) => [
      ...weight((weight) => weight > 2_147_483_647)(call),
      ...where(
        boxFieldsOf,
        /./,
        number((size) => size > 2_147_483_647),
      )(call),
    ],
    complaint: 'is too large',
    witness: askWith('weight', 3e9),
  },
  'quantity-at-most-999': {
    title: 'a quantity over 999 is refused',
    refuses: where(itemFieldsOf, quantity, text(/^0*[1-9]\d{3,}$/)),
    complaint: 'must be at most 999',
    witness: askWith(`${item}.quantity`, '1000'),
  },
  'quantity-without-zeros-before': {
    title: 'a quantity with zeros before it is refused',
    refuses: where(itemFieldsOf, quantity, text(/^0\d/)),
    complaint: 'must not begin with 0',
    witness: askWith(`${item}.quantity`, '02'),
  },
  'quantity-zero-refused': {
    title: 'a quantity of 0 is refused, and other texts are not',
    refuses: where(itemFieldsOf, quantity, text(/^[-+]?0+(\.0*)?$/)),
    complaint: 'must be above 0',
    witness: askWith(`${item}.quantity`, '0'),
  },
  'unit-price-needs-cents': {
    title: 'a unit_price without two decimals is refused',
    refuses: where(itemFieldsOf, price, text(/^(?!\d+\.\d\d$)/)),
    complaint: 'must have 2 decimals',
    witness: askWith(`${item}.unit_price`, '4'),
  },
  'unit-price-zero-refused': {
    title: 'a unit_price of 0 is refused',
    refuses: where(itemFieldsOf, price, text(/^0*(\.0*)?$/)),
    complaint: 'must be above 0',
    witness: askWith(`${item}.unit_price`, '0.00'),
  },
  'unit-price-at-most-9999': {
    title: 'a unit_price over 9999.99 is refused',
    refuses: where(itemFieldsOf, price, text(/^0*[1-9]\d{4}/)),
    complaint: 'must be at most 9999.99',
    witness: askWith(`${item}.unit_price`, '10000'),
  },
  'twenty-items-at-most': {
    title: 'more than twenty items in a box are refused',
    refuses: where(boxFieldsOf, /items$/, longerThan(20)),
    complaint: 'must have at most 20 items',
    witness: askRates(changed('box_dimension.0.items', manyItems)),
  },
  'weight-must-be-the-sum': {
    title: 'a weight that differs from the sum of the boxes is refused',
    apply: refuseTogether(
      (body) => Math.abs(sum(boxes(body), 'weight') - Number(body.weight)) > 0.01,
      'weight must be the sum of the weights of the boxes',
    ),
    witness: askWith('weight', 4),
  },
  'weight-at-least-the-sum': {
    title: 'a weight below the sum of the boxes is refused',
    apply: refuseTogether(
      (body) => Number(body.weight) < sum(boxes(body), 'weight'),
      'weight must not be less than the boxes weigh',
    ),
    witness: askRates({ ...TWO_BOXES, weight: 4 }),
  },
  'girth-limited': {
    title: 'a box whose length and girth are over 165 is refused',
    apply: refuseTogether(
      (body) =>
        boxes(body).some(
          ({ length, width, height }) => Number(length) + 2 * (Number(width) + Number(height)) > 165,
        ),
      'box_dimension is over 165 in length and girth',
    ),
    witness: askWith('box_dimension.0.length', 160),
  },
  'density-limited': {
    title: 'a box that weighs more than lead would is refused',
    apply: refuseTogether(
      (body) =>
        boxes(body).some(
          ({ length, width, height, weight }) =>
            Number(weight) > 0.41 * Number(length) * Number(width) * Number(height),
        ),
      'box_dimension: weight is too high for its size',
    ),
    witness: askWith('box_dimension.0.weight', 500),
  },
  'value-limited': {
    title: 'a shipment worth more than 2500 is refused',
    apply: refuseTogether((body) => value(body) > 2500, 'unit_price: the shipment may be worth 2500 at most'),
    witness: askWith(`${item}.unit_price`, '1300.00'),
  },
  'units-in-any-case': {
    title: 'weight_unit and delivery_type may be written in any case, with spaces around',
    settings: {},
    apply: ({ validate }) => ({
      validate: (call) => {
        const { weight_unit: unit } = Object(call.body) as Fields;
        if (typeof unit !== 'string') return validate(call);
        return validate({
          ...call,
          body: { ...(call.body as Fields), weight_unit: unit.trim().toUpperCase() },
        });
      },
    }),
    witness: askWith('weight_unit', ' lbs '),
  },
});
