/** Problems of boxes and items that are neither first nor last, and that nobody sees (sections 2.4, 4.2 rule 1). */
import type { Call, Problem } from '../../reference-server/stages.js';
import { crash, overlook } from '../../variations/changes.js';
import { askRates, boxesOf, changed, SHIPMENT } from '../../variations/requests.js';
import { faultsOf, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('positions in requests', { section: '7' });
const unseen = ({
  skips,
  ...row
}: NamedFault & { skips: (problem: Problem, call: Call) => boolean; witness: Step }) =>
  write({ ...row, section: '4.2 rule 1', apply: overlook(skips) });

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
  unseen({
    id: 'items-between-unchecked',
    title: 'items between the first and the last of a box are not checked',
    foundBy: ['requests/far-elements', 'requests/later-elements'],
    skips: (p, call) => between(itemIndex(p), itemsIn(call, boxIndex(p))),
    witness: withItem(3, '1.quantity'),
  }),
  unseen({
    id: 'every-third-item-unchecked',
    title: 'every third item is not checked',
    foundBy: ['requests/far-elements', 'requests/later-elements'],
    skips: (p) => itemIndex(p) % 3 === 2,
    witness: withItem(4, '2.name', 7),
  }),
  unseen({
    id: 'third-box-unchecked',
    title: 'the third box is not checked',
    foundBy: ['errors/names-field', 'requests/later-elements'],
    skips: (p) => boxIndex(p) === 2,
    witness: withBox(4, '2.length', 'x'),
  }),
  unseen({
    id: 'first-of-several-boxes-unchecked',
    title: 'the first of several boxes is not checked, as the loop begins at 1',
    foundBy: ['errors/names-field', 'requests/later-elements'],
    skips: (p, call) => boxesOf(call).length > 1 && boxIndex(p) === 0,
    witness: withBox(2, '0.height'),
  }),
  unseen({
    id: 'last-but-one-box-unchecked',
    title: 'the last box but one of four or more is not checked',
    foundBy: ['errors/names-field', 'requests/later-elements'],
    skips: (p, call) => boxesOf(call).length > 3 && boxIndex(p) === boxesOf(call).length - 2,
    witness: withBox(4, '2.weight'),
  }),
  unseen({
    id: 'boxes-unchecked-when-many',
    title: 'with more than ten boxes none is checked',
    foundBy: 'requests/far-elements',
    skips: (p, call) => boxesOf(call).length > 10 && boxIndex(p) >= 0,
    witness: withBox(11, '5.height'),
  }),
  write({
    id: 'crash-on-missing-items-of-third-box',
    title: 'a third box without items is 500',
    foundBy: ['requests/later-elements', 'responses/no-server-error'],
    apply: crash(
      'getShippingRates',
      (call) => boxesOf(call).length > 2 && boxesOf(call)[2]?.items === undefined,
    ),
    witness: withBox(4, '2.items'),
  }),
  write({
    id: 'crash-on-four-boxes',
    title: 'exactly four boxes are 500',
    foundBy: ['requests/generated-bodies', 'requests/several-problems'],
    apply: crash('getShippingRates', (call) => boxesOf(call).length === 4),
    witness: askRates(boxes(4)),
  }),
  write({
    id: 'crash-on-ten-items',
    title: 'ten items or more in a box are 500',
    foundBy: ['rates/no-courier', 'requests/large-bodies'],
    apply: crash('getShippingRates', (call) => itemsIn(call, 0) >= 10),
    witness: askRates(items(10)),
  }),
];
