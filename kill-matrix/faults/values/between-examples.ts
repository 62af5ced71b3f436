/** Shipments and bodies between those that most tests send: other weights, codes, lanes and levels of nesting. */
import { crash, overlook } from '../../variations/changes.js';
import { askRates, askWith, boxesOf, changed, SHIPMENT, valueAt } from '../../variations/requests.js';
import type { Call } from '../../reference-server/stages.js';
import { faultsOf, type Apply } from '../../variations/variation.js';

const fault = faultsOf('between examples', { section: '4.2 rule 1' });
const isAbroad = ({ body }: Call) => valueAt(body, ['receiver', 'country_code']) !== 'US';

const isBetween = (value: unknown, low: number, high: number) =>
  typeof value === 'number' && value > low && value < high;

/** Reads the body as another one first. */
const reads =
  (read: (body: unknown) => unknown): Apply =>
  ({ validate, operate }) => {
    const other = (call: Call) => ({ ...call, body: read(call.body) });
    return { validate: (call) => validate(other(call)), operate: (call) => operate(other(call)) };
  };

export default [
  fault({
    id: 'long-box-crashes',
    section: '7',
    title: 'a box between 500 and 1,000 inches is 500',
    foundBy: ['rates/no-courier', 'responses/no-server-error'],
    apply: crash('getShippingRates', (call) =>
      boxesOf(call).some(({ length }) => isBetween(length, 500, 1000)),
    ),
    witness: askWith('box_dimension.0.length', 600),
  }),
  fault({
    id: 'unknown-field-of-a-party-crashes',
    section: '7',
    title: 'an unknown field of the sender is 500',
    foundBy: ['requests/odd-input', 'responses/no-server-error'],
    apply: crash('getShippingRates', ({ body }) =>
      Object.keys(valueAt(body, ['sender']) ?? {}).some((name) => name.startsWith('drydock')),
    ),
    witness: askWith('sender.drydock', 1),
  }),
  fault({
    id: 'names-optional-abroad',
    title: 'abroad an item needs no name, and a shipment no delivery_type',
    foundBy: ['errors/names-field', 'errors/one-string-per-problem'],
    apply: overlook(
      ({ path, kind }, call) =>
        kind === 'missing' && isAbroad(call) && /^(name|delivery_type)$/.test(String(path.at(-1))),
    ),
    witness: askRates(changed('receiver.country_code', 'BD', changed('delivery_type', undefined))),
  }),
  fault({
    id: 'array-of-one-unwrapped',
    section: '4.2',
    title: 'a body in an array is read as if it stood alone',
    foundOnlyBy: 'requests/not-json',
    apply: reads((body) => (Array.isArray(body) ? (body as unknown[])[0] : body)),
    witness: askRates([SHIPMENT]),
  }),
  fault({
    id: 'body-encoded-twice-read',
    section: '4.2',
    title: 'a body that is encoded twice is decoded twice',
    foundOnlyBy: 'requests/not-json',
    apply: reads((body) =>
      typeof body === 'string' && body.startsWith('{') ? (JSON.parse(body) as unknown) : body,
    ),
    witness: askRates(JSON.stringify(JSON.stringify(SHIPMENT))),
  }),
];
