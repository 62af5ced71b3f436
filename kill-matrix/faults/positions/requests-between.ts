/** Problems of boxes and items that are neither first nor last, and that nobody sees (sections 2.4, 4.2 rule 1). */
import type { Call, Problem } from '../../reference-server/stages.js';
import { crash, overlook, withErrors } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, boxesOf, changed, SHIPMENT } from '../../variations/requests.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('positions in requests');
const unseen = (
  id: string,
  title: string,
  skips: (problem: Problem, call: Call) => boolean,
  step: Step,
): Variation => write(id, '4.2 rule 1', title, overlook(skips), step);

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
  ...foundBy(
    ['requests/far-elements', 'requests/later-elements'],
    unseen(
      'items-between-unchecked',
      'items between the first and the last of a box are not checked',
      (p, call) => between(itemIndex(p), itemsIn(call, boxIndex(p))),
      withItem(3, '1.quantity'),
    ),
    unseen(
      'even-boxes-unchecked',
      'every second box is not checked, as the loop counts twice',
      (p) => boxIndex(p) % 2 === 1,
      withBox(4, '1.width'),
    ),
    unseen(
      'every-third-item-unchecked',
      'every third item is not checked',
      (p) => itemIndex(p) % 3 === 2,
      withItem(4, '2.name', 7),
    ),
    unseen(
      'last-box-unchecked',
      'the last of several boxes is not checked, as the loop ends one too early',
      (p, call) => boxesOf(call).length > 1 && boxIndex(p) === boxesOf(call).length - 1,
      withBox(3, '2.items'),
    ),
    unseen(
      'last-item-unchecked',
      'the last of several items is not checked',
      (p, call) => itemsIn(call, boxIndex(p)) > 1 && itemIndex(p) === itemsIn(call, boxIndex(p)) - 1,
      withItem(3, '2.unit_price'),
    ),
    unseen(
      'items-from-third-unchecked',
      'items from the third on are not checked',
      (p) => itemIndex(p) >= 2,
      withItem(3, '2.quantity', 3),
    ),
  ),
  ...foundBy(
    'requests/far-elements',
    unseen(
      'boxes-from-fifth-unchecked',
      'boxes from the fifth on are not checked',
      (p) => boxIndex(p) >= 4,
      withBox(5, '4.width', null),
    ),
  ),
  ...foundBy(
    'requests/later-elements',
    unseen(
      'middle-of-three-boxes-unchecked',
      'the second of three boxes is not checked',
      (p, call) => boxesOf(call).length === 3 && boxIndex(p) === 1,
      withBox(3, '1.weight', 'x'),
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    write(
      'problems-of-later-items-left-out',
      '7 rule 2',
      'of several invalid items in a box only the first is listed',
      withErrors((texts, problems) =>
        texts.filter((_, index) => {
          const problem = problems[index];
          const before = problems.slice(0, index);
          const isListed = (other: Problem) => problem !== undefined && boxIndex(other) === boxIndex(problem);
          return (
            !problem ||
            !(itemIndex(problem) > 0) ||
            !before.some((other) => itemIndex(other) >= 0 && isListed(other))
          );
        }),
      ),
      askRates(
        changed('box_dimension.0.items', [
          { ...item, name: 1 },
          { ...item, name: 2 },
          { ...item, name: 3 },
        ]),
      ),
    ),
  ),
  ...foundBy(
    ['errors/names-field', 'requests/later-elements'],
    unseen(
      'third-box-unchecked',
      'the third box is not checked',
      (p) => boxIndex(p) === 2,
      withBox(4, '2.length', 'x'),
    ),
    unseen(
      'first-of-several-boxes-unchecked',
      'the first of several boxes is not checked, as the loop begins at 1',
      (p, call) => boxesOf(call).length > 1 && boxIndex(p) === 0,
      withBox(2, '0.height'),
    ),
    unseen(
      'last-but-one-box-unchecked',
      'the last box but one of four or more is not checked',
      (p, call) => boxesOf(call).length > 3 && boxIndex(p) === boxesOf(call).length - 2,
      withBox(4, '2.weight'),
    ),
    unseen(
      'items-of-middle-box-unchecked',
      'items are checked in the first and the last box only',
      (p, call) => p.path.includes('items') && between(boxIndex(p), boxesOf(call).length),
      withBox(3, '1.items.0.name'),
    ),
  ),
  ...foundBy(
    'requests/later-elements',
    unseen(
      'items-of-second-box-types-unchecked',
      'wrong types of items are seen in the first box only',
      (p) => p.kind === 'type' && boxIndex(p) > 0 && p.path.includes('items'),
      withBox(2, '1.items.0.quantity', 2),
    ),
    unseen(
      'null-between-boxes-skipped',
      'null between two boxes is skipped',
      (p, call) => p.path.length === 2 && between(boxIndex(p), boxesOf(call).length),
      withBox(3, '1', null),
    ),
    unseen(
      'null-between-items-skipped',
      'null between two items is skipped',
      (p, call) => p.path.length === 4 && between(itemIndex(p), itemsIn(call, boxIndex(p))),
      withItem(3, '1', null),
    ),
    unseen(
      'text-between-items-skipped',
      'a text for the second item is skipped',
      (p) => p.path.length === 4 && itemIndex(p) === 1,
      withItem(3, '1', 'Pen'),
    ),
  ),
  ...foundBy(
    ['errors/names-field', 'errors/one-string-per-problem'],
    unseen(
      'same-problem-in-later-boxes-unseen',
      'a box that repeats the problem of the box before is taken as checked',
      (p, call) =>
        boxIndex(p) > 0 && JSON.stringify(boxesOf(call)[boxIndex(p)]) === JSON.stringify(boxesOf(call)[0]),
      askRates({
        ...SHIPMENT,
        box_dimension: [
          { ...box, weight: 'x' },
          { ...box, weight: 'x' },
        ],
      }),
    ),
  ),
  ...foundBy(
    'requests/far-elements',
    unseen(
      'boxes-unchecked-when-many',
      'with more than ten boxes none is checked',
      (p, call) => boxesOf(call).length > 10 && boxIndex(p) >= 0,
      withBox(11, '5.height'),
    ),
    unseen(
      'items-unchecked-when-many',
      'with more than five items in a box none is checked',
      (p, call) => itemsIn(call, boxIndex(p)) > 5 && itemIndex(p) >= 0,
      withItem(6, '3.name'),
    ),
  ),
  ...foundBy(
    'errors/names-field',
    write(
      'second-box-problem-names-other',
      '4.2 rule 1',
      'a problem of the second box names a box that is not there',
      withErrors((texts, problems) =>
        texts.map((text, index) =>
          Number(problems[index]?.path[1]) === 1 ? text.replace('[1]', '[99]') : text,
        ),
      ),
      withBox(3, '1.height'),
    ),
  ),
  ...foundBy(
    ['requests/later-elements', 'responses/no-server-error'],
    write(
      'crash-on-null-between-boxes',
      '7',
      'null between two boxes is 500',
      crash(
        'getShippingRates',
        (call) => (Object(call.body) as { box_dimension?: unknown[] }).box_dimension?.[1] === null,
      ),
      withBox(3, '1', null),
    ),
    write(
      'crash-on-missing-items-of-third-box',
      '7',
      'a third box without items is 500',
      crash('getShippingRates', (call) => boxesOf(call).length > 2 && boxesOf(call)[2]?.items === undefined),
      withBox(4, '2.items'),
    ),
  ),
  ...foundBy(
    ['requests/generated-bodies', 'requests/several-problems'],
    write(
      'crash-on-four-boxes',
      '7',
      'exactly four boxes are 500',
      crash('getShippingRates', (call) => boxesOf(call).length === 4),
      askRates(boxes(4)),
    ),
  ),
  ...foundBy(
    ['rates/no-courier', 'requests/large-bodies'],
    write(
      'crash-on-ten-items',
      '7',
      'ten items or more in a box are 500',
      crash('getShippingRates', (call) => itemsIn(call, 0) >= 10),
      askRates(items(10)),
    ),
  ),
];
