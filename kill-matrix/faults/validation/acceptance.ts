/** Valid rate requests that are refused (section 4.2: what is of the stated type and shape is valid). */
import { invent } from '../../variations/changes.js';
import { askRates, boxesOf, SHIPMENT, TWO_BOXES } from '../../variations/requests.js';
import type { Call, Fields } from '../../reference-server/stages.js';
import { faultsOf, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('acceptance', { section: '4' });
const fault = ({
  when,
  text,
  ...row
}: NamedFault & { when: (call: Call) => boolean; text: string; witness: Step }) =>
  write({ ...row, apply: invent(when, text) });

const field =
  (name: string) =>
  ({ body }: Call) =>
    (Object(body) as Fields)[name];

export default [
  fault({
    id: 'valid-always-refused',
    section: '4.2',
    title: 'every rate request is refused',
    foundBy: ['requests/documented-examples', 'rates/valid-shipments'],
    when: () => true,
    text: 'weight is invalid',
    witness: askRates(),
  }),
  fault({
    id: 'unit-in-capitals-refused',
    section: '4.2',
    title: 'LBS is refused',
    foundBy: ['requests/documented-examples', 'rates/valid-shipments'],
    when: (call) => field('weight_unit')(call) === 'LBS',
    text: 'weight_unit must be lbs',
    witness: askRates(),
  }),
  fault({
    id: 'several-boxes-refused',
    section: '1',
    title: 'two boxes are refused',
    foundOnlyBy: 'rates/valid-shipments',
    when: (call) => boxesOf(call).length > 1,
    text: 'box_dimension must have one element',
    witness: askRates(TWO_BOXES),
  }),
  fault({
    id: 'escapes-refused',
    title: 'unicode escapes in the JSON are refused',
    foundBy: 'requests/spellings',
    when: ({ text }) => /\\u[0-9a-f]{4}/i.test(text),
    text: 'body must be valid JSON',
    witness: askRates(JSON.stringify(SHIPMENT).replace('Notebook', 'Note\\u0062ook')),
  }),
];
