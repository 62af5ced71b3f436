/** What a server may find wrong with numbers, counts and prices: value bounds are not shown (section 8). */
import {
  boxFieldsOf,
  itemFieldsOf,
  number,
  refuseTogether,
  text,
  topOf,
  where,
} from '../../variations/bounds.js';
import { askRates, askWith, boxesOf, changed, SHIPMENT, TWO_BOXES } from '../../variations/requests.js';
import type { Call, Fields } from '../../reference-server/stages.js';
import { bound, limit } from '../../variations/value-bounds.js';
import { variationsOf } from '../../variations/variation.js';

const side = /(length|width|height)$/;
const price = /unit_price$/;
const quantity = /quantity$/;
const item = 'box_dimension.0.items.0';
const longerThan = (most: number) => (list: unknown) => Array.isArray(list) && list.length > most;
const decimals = (most: number) => number((value) => Number(value.toFixed(most)) !== value);
const manyItems = Array<unknown>(21).fill(SHIPMENT.box_dimension[0]?.items[0]);
const boxes = (body: Fields) => boxesOf({ body } as Call);
const sum = (list: Fields[], name: string) => list.reduce((total, each) => total + Number(each[name]), 0);
const value = (body: Fields) =>
  boxes(body)
    .flatMap(({ items }) => items as Fields[])
    .reduce((total, { quantity: count, unit_price }) => total + Number(count) * Number(unit_price), 0);

export default [
  bound(
    'weights-of-two-decimals',
    'weights have at most two decimals',
    (call) => [
      ...where(topOf, /^weight$/, decimals(2))(call),
      ...where(boxFieldsOf, /weight$/, decimals(2))(call),
    ],
    'must have at most 2 decimals',
    askWith('weight', 3.125),
  ),
  bound(
    'sides-of-one-decimal',
    'box sides have at most one decimal',
    where(boxFieldsOf, side, decimals(1)),
    'must have at most 1 decimal',
    askWith('box_dimension.0.length', 10.25),
  ),
  bound(
    'at-least-a-pound',
    'a shipment weighs at least 1',
    where(
      topOf,
      /^weight$/,
      number((weight) => weight < 1),
    ),
    'must be at least 1',
    askWith('weight', 0.5),
  ),
  bound(
    'at-most-seventy-pounds',
    'a box weighs at most 70',
    where(
      boxFieldsOf,
      /weight$/,
      number((weight) => weight > 70),
    ),
    'must be at most 70',
    askWith('box_dimension.0.weight', 71),
  ),
  bound(
    'at-most-a-thousand',
    'a shipment weighs at most 1000',
    where(
      topOf,
      /^weight$/,
      number((weight) => weight > 1000),
    ),
    'must be at most 1000',
    askWith('weight', 1001),
  ),
  bound(
    'sides-of-an-inch-or-more',
    'box sides are at least 1',
    where(
      boxFieldsOf,
      side,
      number((length) => length < 1),
    ),
    'must be at least 1',
    askWith('box_dimension.0.height', 0.5),
  ),
  bound(
    'sides-of-48-or-less',
    'box sides are at most 48',
    where(
      boxFieldsOf,
      side,
      number((length) => length > 48),
    ),
    'must be at most 48',
    askWith('box_dimension.0.height', 49),
  ),
  bound(
    'numbers-within-32-bits',
    'numbers over 2147483647 are refused',
    (call) => [
      ...where(
        topOf,
        /^weight$/,
        number((weight) => weight > 2_147_483_647),
      )(call),
      ...where(
        boxFieldsOf,
        /./,
        number((size) => size > 2_147_483_647),
      )(call),
    ],
    'is too large',
    askWith('weight', 3e9),
  ),
  bound(
    'quantity-at-most-999',
    'a quantity over 999 is refused',
    where(itemFieldsOf, quantity, text(/^0*[1-9]\d{3,}$/)),
    'must be at most 999',
    askWith(`${item}.quantity`, '1000'),
  ),
  bound(
    'quantity-without-zeros-before',
    'a quantity with zeros before it is refused',
    where(itemFieldsOf, quantity, text(/^0\d/)),
    'must not begin with 0',
    askWith(`${item}.quantity`, '02'),
  ),
  bound(
    'quantity-zero-refused',
    'a quantity of 0 is refused, and other texts are not',
    where(itemFieldsOf, quantity, text(/^[-+]?0+(\.0*)?$/)),
    'must be above 0',
    askWith(`${item}.quantity`, '0'),
  ),
  bound(
    'unit-price-needs-cents',
    'a unit_price without two decimals is refused',
    where(itemFieldsOf, price, text(/^(?!\d+\.\d\d$)/)),
    'must have 2 decimals',
    askWith(`${item}.unit_price`, '4'),
  ),
  bound(
    'unit-price-zero-refused',
    'a unit_price of 0 is refused',
    where(itemFieldsOf, price, text(/^0*(\.0*)?$/)),
    'must be above 0',
    askWith(`${item}.unit_price`, '0.00'),
  ),
  bound(
    'unit-price-at-most-9999',
    'a unit_price over 9999.99 is refused',
    where(itemFieldsOf, price, text(/^0*[1-9]\d{4}/)),
    'must be at most 9999.99',
    askWith(`${item}.unit_price`, '10000'),
  ),
  bound(
    'ten-boxes-at-most',
    'more than ten boxes are refused',
    where(topOf, /^box_dimension$/, longerThan(10)),
    'must have at most 10 boxes',
    askRates(changed('box_dimension', Array<unknown>(11).fill(SHIPMENT.box_dimension[0]))),
  ),
  bound(
    'twenty-items-at-most',
    'more than twenty items in a box are refused',
    where(boxFieldsOf, /items$/, longerThan(20)),
    'must have at most 20 items',
    askRates(changed('box_dimension.0.items', manyItems)),
  ),
  limit(
    'weight-must-be-the-sum',
    'a weight that differs from the sum of the boxes is refused',
    refuseTogether(
      (body) => Math.abs(sum(boxes(body), 'weight') - Number(body.weight)) > 0.01,
      'weight must be the sum of the weights of the boxes',
    ),
    askWith('weight', 4),
  ),
  limit(
    'weight-at-least-the-sum',
    'a weight below the sum of the boxes is refused',
    refuseTogether(
      (body) => Number(body.weight) < sum(boxes(body), 'weight'),
      'weight must not be less than the boxes weigh',
    ),
    askRates({ ...TWO_BOXES, weight: 4 }),
  ),
  limit(
    'girth-limited',
    'a box whose length and girth are over 165 is refused',
    refuseTogether(
      (body) =>
        boxes(body).some(
          ({ length, width, height }) => Number(length) + 2 * (Number(width) + Number(height)) > 165,
        ),
      'box_dimension is over 165 in length and girth',
    ),
    askWith('box_dimension.0.length', 160),
  ),
  limit(
    'density-limited',
    'a box that weighs more than lead would is refused',
    refuseTogether(
      (body) =>
        boxes(body).some(
          ({ length, width, height, weight }) =>
            Number(weight) > 0.41 * Number(length) * Number(width) * Number(height),
        ),
      'box_dimension: weight is too high for its size',
    ),
    askWith('box_dimension.0.weight', 500),
  ),
  limit(
    'value-limited',
    'a shipment worth more than 2500 is refused',
    refuseTogether((body) => value(body) > 2500, 'unit_price: the shipment may be worth 2500 at most'),
    askWith(`${item}.unit_price`, '1300.00'),
  ),
  variationsOf('limits')(
    'units-in-any-case',
    '8: value bounds are not shown',
    'weight_unit and delivery_type may be written in any case, with spaces around',
    ({ validate }) => ({
      validate: (call) =>
        validate({
          ...call,
          body:
            typeof call.body === 'object' && call.body !== null && !Array.isArray(call.body)
              ? Object.fromEntries(
                  Object.entries(call.body).map(([name, each]: [string, unknown]) => [
                    name,
                    name === 'weight_unit' && typeof each === 'string' ? each.trim().toUpperCase() : each,
                  ]),
                )
              : call.body,
        }),
    }),
    askWith('weight_unit', ' lbs '),
  ),
];
