/** Large bodies: their size and the number of boxes, items and problems are open (8), the response is not (2.1, 4, 7). */
import type { Call } from '../../reference-server/stages.js';
import {
  all,
  on,
  page,
  rates,
  served,
  serverError,
  type When,
  refusal,
  list,
} from '../../variations/changes.js';
import { askRates, boxesOf, changed, SHIPMENT } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const [box] = SHIPMENT.box_dimension;
const [item] = box?.items ?? [];
const withBoxes = (count: number) =>
  askRates({ ...SHIPMENT, box_dimension: Array<unknown>(count).fill(box) });
const withItems = (count: number) =>
  askRates(changed('box_dimension.0.items', Array<unknown>(count).fill(item)));
const mostItems = (call: Call) =>
  Math.max(0, ...boxesOf(call).map(({ items }) => (Array.isArray(items) ? items.length : 0)));
const KB = 1024;
/** A valid body of about so many KB. */
const body = (size: number) => changed('sender.address', 'Long Road '.repeat((size * KB) / 10));
const large = (size: number) => askRates(body(size));
const over = (size: number): When => served('getShippingRates', ({ text }) => text.length > size * KB);

export default [
  ...faultsOf('sizes of bodies', { section: '7' })({
    'fifty-items-500': {
      title: 'fifty items or more in one box are 500',
      foundBy: ['requests/far-elements', 'requests/large-bodies'],
      crashes: (call) => mostItems(call) >= 50,
      witness: withItems(50),
    },
    'thirty-boxes-500': {
      title: 'thirty boxes or more are 500',
      foundBy: ['requests/far-elements', 'requests/large-bodies'],
      crashes: (call) => boxesOf(call).length >= 30,
      witness: withBoxes(30),
    },
    'hundred-items-rates-twice': {
      section: '2.3',
      title: 'from a hundred items in one box each rate is listed twice',
      foundBy: ['rates/one-per-option', 'rates/unique-ids'],
      when: all(rates, (_, call) => mostItems(call) >= 100),
      change: list((rates) => [...rates, ...rates]),
      witness: withItems(100),
    },
    'twenty-boxes-504': {
      section: '4',
      title: 'twenty boxes or more take too long: an HTML page of 504',
      foundBy: ['requests/large-bodies', 'responses/documented-status'],
      when: served('getShippingRates', (call) => boxesOf(call).length >= 20),
      change: page(504, 'text/html', '<h1>504 Gateway Time-out</h1>'),
      witness: withBoxes(20),
    },
    'over-10-kb-500': {
      title: 'a body over 10 KB is 500',
      foundBy: ['requests/far-elements', 'requests/large-bodies'],
      apply: on(over(10), serverError),
      witness: large(12),
    },
    'over-64-kb-500': {
      title: 'a body over 64 KB is 500',
      foundBy: ['requests/large-bodies', 'responses/no-server-error'],
      apply: on(over(64), serverError),
      witness: large(70),
    },
    'over-256-kb-502': {
      section: '4',
      title: 'a body over 256 KB is the 502 page of a proxy',
      foundBy: ['requests/large-bodies', 'responses/documented-status'],
      apply: on(over(256), page(502, 'text/html', '<html><h1>502 Bad Gateway</h1></html>')),
      witness: large(280),
    },
  }),
  ...faultsOf('bodies written otherwise', { section: '5 rule 3' })({
    'over-48-kb-unauthorized': {
      title: 'a body of more than 48 KB is answered 401 although the key is right',
      foundBy: 'requests/large-bodies',
      when: served('getShippingRates', (call) => call.text.length > 48_000),
      change: refusal(401, 'Invalid API key', 'Authentication failed: unsigned body'),
      witness: askRates(changed('box_dimension', Array<unknown>(500).fill(SHIPMENT.box_dimension[0]))),
    },
  }),
];
