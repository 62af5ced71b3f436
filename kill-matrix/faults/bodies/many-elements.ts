/** Many boxes, items and problems, and long texts: their number is open (8), the answer is not (2.1, 7). */
import type { Call } from '../../reference-server/stages.js';
import { all, crash, on, page, rates, served } from '../../variations/changes.js';
import { askRates, boxesOf, changed, SHIPMENT } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('sizes of bodies', { section: '7' });

const [box] = SHIPMENT.box_dimension;
const [item] = box?.items ?? [];

const withBoxes = (count: number) =>
  askRates({ ...SHIPMENT, box_dimension: Array<unknown>(count).fill(box) });
const withItems = (count: number) =>
  askRates(changed('box_dimension.0.items', Array<unknown>(count).fill(item)));
const mostItems = (call: Call) =>
  Math.max(0, ...boxesOf(call).map(({ items }) => (Array.isArray(items) ? items.length : 0)));

export default [
  fault({
    id: 'fifty-items-500',
    title: 'fifty items or more in one box are 500',
    foundBy: ['requests/far-elements', 'requests/large-bodies'],
    apply: crash('getShippingRates', (call) => mostItems(call) >= 50),
    witness: withItems(50),
  }),
  fault({
    id: 'thirty-boxes-500',
    title: 'thirty boxes or more are 500',
    foundBy: ['requests/far-elements', 'requests/large-bodies'],
    apply: crash('getShippingRates', (call) => boxesOf(call).length >= 30),
    witness: withBoxes(30),
  }),
  fault({
    id: 'hundred-items-rates-twice',
    section: '2.3',
    title: 'from a hundred items in one box each rate is listed twice',
    foundBy: ['rates/one-per-option', 'rates/unique-ids'],
    apply: on(
      all(rates, (_, call) => mostItems(call) >= 100),
      (answer) => ({
        ...answer,
        body: {
          ...answer.body,
          data: [...(answer.body.data as object[]), ...(answer.body.data as object[])],
        },
      }),
    ),
    witness: withItems(100),
  }),
  fault({
    id: 'twenty-boxes-504',
    section: '4',
    title: 'twenty boxes or more take too long: an HTML page of 504',
    foundBy: ['requests/large-bodies', 'responses/documented-status'],
    apply: on(
      served('getShippingRates', (call) => boxesOf(call).length >= 20),
      page(504, 'text/html', '<h1>504 Gateway Time-out</h1>'),
    ),
    witness: withBoxes(20),
  }),
];
