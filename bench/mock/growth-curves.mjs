/**
 * Measures the cost of a request as one thing grows. A curve that must be `linear` at most has the exponent of its upper points
 * bounded; one that must be `flat` has the ratio of its last point to its first bounded.
 */
import { categoriesOf, documentOf, scenariosOf } from './growth-inputs.mjs';
import { onTheWire } from '../load/requests.mjs';
import { shipmentOf } from '../load/shipments.mjs';

/**
 * @typedef {object} Curve
 * @property {string} name
 * @property {number[]} sizes
 * @property {'linear' | 'flat'} must
 * @property {(n: number) => string[]} [flags] of the server of each size; without it one server serves all sizes
 * @property {(server: object, n: number) => string[]} requests what is timed, on the wire
 * @property {(server: object, n: number) => string[]} [before] what is sent once before
 */

const upTo500 = [1, 20, 100, 500];
const categories = (server, headers = {}) => onTheWire(server, { path: '/categories', headers });
const rates = (server, boxes, items, key) =>
  onTheWire(server, { path: '/get-shipping-rates', body: shipmentOf(boxes, items), key });
const keys = (n) => Array.from({ length: n }, (_, at) => `dk_test_bench-${at}`);

/** @type {Curve[]} */
export const curves = [
  {
    name: 'boxes in a shipment',
    sizes: upTo500,
    must: 'linear',
    requests: (server, n) => [rates(server, n, 1)],
  },
  {
    name: 'items in a box',
    sizes: upTo500,
    must: 'linear',
    requests: (server, n) => [rates(server, 1, n)],
  },
  {
    name: 'categories in an answer (by a scenario)',
    sizes: [1, 30, 200, 1000],
    must: 'linear',
    flags: (n) => ['--scenarios', categoriesOf(n), '--scenario', 'categories'],
    requests: (server) => [categories(server)],
  },
  {
    name: 'operations in the document: GET /categories',
    sizes: [1, 1000],
    must: 'flat',
    flags: (n) => ['--spec', documentOf(n)],
    requests: (server) => [categories(server)],
  },
  {
    name: 'operations in the document: one without a handler',
    sizes: [2, 1000],
    must: 'flat',
    flags: (n) => ['--spec', documentOf(n)],
    requests: (server, n) => [onTheWire(server, { path: `/generated/${n - 1}` })],
  },
  {
    name: 'scenarios: a request without one',
    sizes: [1, 1000],
    must: 'flat',
    flags: (n) => ['--scenarios', scenariosOf(n)],
    requests: (server) => [categories(server)],
  },
  {
    name: 'scenarios: the last one by header',
    sizes: [1, 1000],
    must: 'flat',
    flags: (n) => ['--scenarios', scenariosOf(n)],
    requests: (server, n) => [categories(server, { 'X-Mock-Scenario': `made-${n}` })],
  },
  {
    name: 'sandboxes that have traffic',
    sizes: [1, 10_000],
    must: 'flat',
    flags: () => [],
    before: (server, n) => keys(n).map((key) => rates(server, 1, 1, key)),
    requests: (server, n) => spreadOver(keys(n)).map((key) => rates(server, 1, 1, key)),
  },
  {
    name: 'exchanges in the journal (--journal)',
    sizes: [1, 10_000],
    must: 'flat',
    flags: (n) => ['--journal', String(n)],
    before: (server, n) => Array.from({ length: n }, () => rates(server, 1, 1)),
    requests: (server) => [rates(server, 1, 1)],
  },
];

/** At most a thousand, from all parts of the list. */
function spreadOver(list) {
  const step = Math.ceil(list.length / 1000);
  return list.filter((_, at) => at % step === 0);
}
