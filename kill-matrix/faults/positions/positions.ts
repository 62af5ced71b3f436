/** Checks that one place lacks: a field, an element that is neither first nor last, a value because of what stands beside it (2.2 to 2.4, 4.2, 7). */
import type { Call, Problem } from '../../reference-server/stages.js';
import { each, omit } from '../../variations/changes.js';
import { boxesOf, placeOf, valueAt } from '../../variations/calls.js';
import { askRates, askWith, changed, SHIPMENT } from '../../variations/requests.js';
import { faultsOf, type Step } from '../../variations/variation.js';

/** Wrong values at one place that pass the test. */
const typeAt =
  (place: string, test: (value: unknown) => boolean) =>
  (problem: Problem, { body }: Call) =>
    problem.kind === 'type' && placeOf(problem.path) === place && test(valueAt(body, problem.path));
const isNull = (value: unknown) => value === null;
const isNumber = (value: unknown) => typeof value === 'number';
const [box] = SHIPMENT.box_dimension;
const [item] = box?.items ?? [];
const boxes = (count: number) => ({ ...SHIPMENT, box_dimension: Array<unknown>(count).fill(box) });
const items = (count: number) => changed('box_dimension.0.items', Array<unknown>(count).fill(item));
const withBox = (count: number, place: string, value?: unknown): Step =>
  askRates(changed(`box_dimension.${place}`, value, boxes(count)));
const withItem = (count: number, place: string, value?: unknown): Step =>
  askRates(changed(`box_dimension.0.items.${place}`, value, items(count)));
const boxIndex = ({ path }: Problem) => (path[0] === 'box_dimension' ? Number(path[1]) : NaN);
const itemIndex = ({ path }: Problem) => (path[2] === 'items' ? Number(path[3]) : NaN);
const itemsIn = (call: Call, index: number) => {
  const list: unknown = boxesOf(call)[index]?.items;
  return Array.isArray(list) ? list.length : 0;
};
const between = (index: number, length: number) => index > 0 && index < length - 1;

export default [
  ...faultsOf('leaves of requests', { section: '4.2 rule 1' })({
    'null-sender-address': {
      title: 'the address of the sender may be null',
      foundBy: ['errors/one-string-per-problem', 'requests/wrong-type'],
      overlooks: typeAt('sender.address', isNull),
      witness: askWith('sender.address', null),
    },
    'null-product-type': {
      title: 'product_type may be null',
      foundBy: ['errors/names-field', 'errors/one-string-per-problem'],
      overlooks: typeAt('product_type', isNull),
      witness: askWith('product_type', null),
    },
    'number-delivery-type': {
      title: 'delivery_type may be a number',
      foundBy: ['errors/names-field', 'errors/one-string-per-problem'],
      overlooks: typeAt('delivery_type', isNumber),
      witness: askWith('delivery_type', 1),
    },
    'null-box-weight': {
      title: 'the weight of a box may be null',
      foundBy: ['errors/one-string-per-problem', 'requests/later-elements'],
      overlooks: typeAt('box_dimension.*.weight', isNull),
      witness: askWith('box_dimension.0.weight', null),
    },
    'null-item-name': {
      title: 'the name of an item may be null',
      foundBy: ['errors/names-field', 'requests/later-elements'],
      overlooks: typeAt('box_dimension.*.items.*.name', isNull),
      witness: askWith('box_dimension.0.items.0.name', null),
    },
    'null-items': {
      title: 'items may be null',
      foundBy: ['requests/later-elements', 'requests/wrong-type'],
      overlooks: typeAt('box_dimension.*.items', isNull),
      witness: askWith('box_dimension.0.items', null),
    },
    'null-boxes': {
      title: 'box_dimension may be null',
      foundOnlyBy: 'requests/wrong-type',
      overlooks: typeAt('box_dimension', isNull),
      witness: askWith('box_dimension', null),
    },
    'true-delivery-type': {
      title: 'delivery_type may be true',
      foundBy: 'errors/one-string-per-problem',
      overlooks: typeAt('delivery_type', (value) => value === true),
      witness: askWith('delivery_type', true),
    },
    'crash-on-null-unit': {
      section: '7',
      title: 'null for weight_unit is 500',
      foundBy: ['requests/several-problems', 'requests/wrong-type'],
      crashes: ({ body }) => isNull(valueAt(body, ['weight_unit'])),
      witness: askWith('weight_unit', null),
    },
    'crash-on-list-for-country': {
      section: '7',
      title: 'a list for the country of the receiver is 500',
      foundBy: 'requests/several-problems',
      crashes: ({ body }) => Array.isArray(valueAt(body, ['receiver', 'country_code'])),
      witness: askWith('receiver.country_code', ['US']),
    },
  }),
  ...faultsOf('positions in answers', { section: '2.3' })({
    'second-rate-request-id-missing': {
      title: 'request_id is left out of the second rate',
      foundBy: ['rates/fields', 'rates/one-request-id'],
      rates: each((rate, index) => (index === 1 ? omit(rate, 'request_id') : rate)),
    },
  }),
  ...faultsOf('positions in requests', { section: '4.2 rule 1' })({
    'items-between-unchecked': {
      title: 'items between the first and the last of a box are not checked',
      foundBy: ['requests/far-elements', 'requests/later-elements'],
      overlooks: (p, call) => between(itemIndex(p), itemsIn(call, boxIndex(p))),
      witness: withItem(3, '1.quantity'),
    },
    'every-third-item-unchecked': {
      title: 'every third item is not checked',
      foundBy: ['requests/far-elements', 'requests/later-elements'],
      overlooks: (p) => itemIndex(p) % 3 === 2,
      witness: withItem(4, '2.name', 7),
    },
    'third-box-unchecked': {
      title: 'the third box is not checked',
      foundBy: ['errors/names-field', 'requests/later-elements'],
      overlooks: (p) => boxIndex(p) === 2,
      witness: withBox(4, '2.length', 'x'),
    },
    'first-of-several-boxes-unchecked': {
      title: 'the first of several boxes is not checked, as the loop begins at 1',
      foundBy: ['errors/names-field', 'requests/later-elements'],
      overlooks: (p, call) => boxesOf(call).length > 1 && boxIndex(p) === 0,
      witness: withBox(2, '0.height'),
    },
    'last-but-one-box-unchecked': {
      title: 'the last box but one of four or more is not checked',
      foundBy: ['errors/names-field', 'requests/later-elements'],
      overlooks: (p, call) => boxesOf(call).length > 3 && boxIndex(p) === boxesOf(call).length - 2,
      witness: withBox(4, '2.weight'),
    },
    'boxes-unchecked-when-many': {
      title: 'with more than ten boxes none is checked',
      foundBy: 'requests/far-elements',
      overlooks: (p, call) => boxesOf(call).length > 10 && boxIndex(p) >= 0,
      witness: withBox(11, '5.height'),
    },
  }),
  ...faultsOf('positions in requests', { section: '7' })({
    'crash-on-missing-items-of-third-box': {
      title: 'a third box without items is 500',
      foundBy: ['requests/later-elements', 'responses/no-server-error'],
      crashes: (call) => boxesOf(call).length > 2 && boxesOf(call)[2]?.items === undefined,
      witness: withBox(4, '2.items'),
    },
    'crash-on-four-boxes': {
      title: 'exactly four boxes are 500',
      foundBy: ['requests/generated-bodies', 'requests/several-problems'],
      crashes: (call) => boxesOf(call).length === 4,
      witness: askRates(boxes(4)),
    },
    'crash-on-ten-items': {
      title: 'ten items or more in a box are 500',
      foundBy: ['rates/no-courier', 'requests/large-bodies'],
      crashes: (call) => itemsIn(call, 0) >= 10,
      witness: askRates(items(10)),
    },
  }),
  ...faultsOf('skipped checks', { section: '2.4' })({
    'numbers-in-lists': {
      title: 'a list of one number is taken for the number',
      foundBy: 'errors/one-string-per-problem',
      overlooks: ({ kind, path }, call) => {
        const value = valueAt(call.body, path);
        return kind === 'type' && Array.isArray(value) && value.length === 1 && typeof value[0] === 'number';
      },
      witness: askWith('box_dimension.0.width', [8]),
    },
  }),
];
