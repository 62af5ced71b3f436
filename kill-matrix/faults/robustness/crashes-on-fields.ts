/** Missing fields and wrong types that bring the server down (7). */
import { crash } from '../../variations/changes.js';
import { askWith, askWithout } from '../../variations/requests.js';
import type { Call } from '../../reference-server/stages.js';
import { rateRequestProblems } from '../../reference-server/validation.js';
import { faultsOf, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('robustness', { section: '7' });
const fault = ({ when, ...row }: NamedFault & { when: (call: Call) => boolean; witness: Step }) =>
  write({ ...row, apply: crash('getShippingRates', when) });

const problem =
  (test: (place: string, kind: string) => boolean) =>
  ({ body }: Call) =>
    body !== undefined && rateRequestProblems(body).some(({ path, kind }) => test(path.join('.'), kind));

export default [
  fault({
    id: 'crash-on-missing-boxes',
    title: 'a missing box_dimension is 500',
    foundBy: ['requests/missing-field', 'responses/no-server-error'],
    when: problem((place, kind) => place === 'box_dimension' && kind === 'missing'),
    witness: askWithout('box_dimension'),
  }),
  fault({
    id: 'crash-on-missing-items',
    title: 'missing items are 500',
    foundBy: ['requests/missing-field', 'responses/no-server-error'],
    when: problem((place, kind) => place.endsWith('items') && kind === 'missing'),
    witness: askWithout('box_dimension.0.items'),
  }),
  fault({
    id: 'crash-on-missing-unit-price',
    title: 'a missing unit_price is 500',
    foundBy: ['requests/missing-field', 'responses/no-server-error'],
    when: problem((place, kind) => place.endsWith('unit_price') && kind === 'missing'),
    witness: askWithout('box_dimension.0.items.0.unit_price'),
  }),
  fault({
    id: 'crash-on-missing-zip-code',
    title: 'a missing zip_code of the receiver is 500',
    foundBy: ['requests/missing-field', 'responses/no-server-error'],
    when: problem((place, kind) => place === 'receiver.zip_code' && kind === 'missing'),
    witness: askWithout('receiver.zip_code'),
  }),
  fault({
    id: 'crash-on-any-missing-field',
    title: 'any missing field is 500',
    foundBy: ['requests/missing-field', 'responses/no-server-error'],
    when: problem((_, kind) => kind === 'missing'),
    witness: askWithout('weight_unit'),
  }),
  fault({
    id: 'crash-on-items-text',
    title: 'text for items is 500',
    foundBy: ['requests/wrong-type', 'responses/no-server-error'],
    when: problem((place, kind) => place.endsWith('items') && kind === 'type'),
    witness: askWith('box_dimension.0.items', 'Pen'),
  }),
  fault({
    id: 'crash-on-number-for-name',
    title: 'a number for an item name is 500',
    foundBy: ['requests/wrong-type', 'responses/no-server-error'],
    when: problem((place, kind) => place.endsWith('name') && kind === 'type'),
    witness: askWith('box_dimension.0.items.0.name', 7),
  }),
];
