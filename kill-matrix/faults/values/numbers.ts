/** Numbers that are not numbers above 0, overflow, or are sent as text (2.4, 4.2 rule 1, 7). */
import type { Call, Fields, Problem } from '../../reference-server/stages.js';
import { alter, categories, crash, each, on, overlook, rates } from '../../variations/changes.js';
import { askRates, askWith, listCategories, placeOf, SHIPMENT, valueAt } from '../../variations/requests.js';
import { faultsOf, type NamedFault, type Step } from '../../variations/variation.js';

const write = faultsOf('forms of values');

/** Tells whether some weight in the text of the body is written in this way. */
const someWeight = (body: string, form: RegExp) =>
  [...body.matchAll(/"weight":\s*([^,}\]]*)/g)].some(([, literal = '']) => form.test(literal.trim()));
/** A number that is written in another form is let through. */
const number = ({
  place,
  test,
  ...row
}: NamedFault & { place: string; test: (value: unknown, text: string) => boolean; witness: Step }) =>
  write({
    ...row,
    section: '4.2 rule 1',
    apply: overlook(
      ({ path }: Problem, { body, text }: Call) => placeOf(path) === place && test(valueAt(body, path), text),
    ),
  });
const literal = (value: string): Step =>
  askRates(JSON.stringify({ ...SHIPMENT, weight: 31_415 }).replace('31415', value));
const isOneOf =
  (...values: unknown[]) =>
  (value: unknown) =>
    values.includes(value);

export default [
  number({
    id: 'weight-negative-overflow',
    title: 'a weight of -1e400 is taken for a missing one and is served',
    foundBy: ['rates/fields', 'requests/invalid-in-any-shipment'],
    place: 'weight',
    test: (_, body) => someWeight(body, /^-1e[3-9]\d\d/i),
    witness: literal('-1e400'),
  }),
  number({
    id: 'weight-minus-zero',
    title: 'a weight of -0 is accepted',
    foundOnlyBy: 'requests/invalid-in-any-shipment',
    place: 'weight',
    test: (value) => Object.is(value, -0),
    witness: literal('-0'),
  }),
  number({
    id: 'weight-minus-one',
    title: 'a weight of -1 stands for an unknown one and is accepted',
    foundBy: 'requests/invalid-value',
    place: 'weight',
    test: isOneOf(-1),
    witness: askWith('weight', -1),
  }),
  number({
    id: 'weight-tiny-negative',
    title: 'a weight between -1 and 0 is rounded to 0 and accepted',
    foundBy: 'requests/invalid-value',
    place: 'weight',
    test: (value) => typeof value === 'number' && value < 0 && value > -1,
    witness: askWith('weight', -0.4),
  }),
  number({
    id: 'weight-large-negative',
    title: 'weights below -1000 wrap around to positive ones',
    foundBy: 'rates/fields',
    place: 'weight',
    test: (value) => typeof value === 'number' && value < -1000,
    witness: askWith('weight', -5000),
  }),
  write({
    id: 'crash-on-tiny-box',
    section: '7',
    title: 'a box side of 1e-7 is 500, as its text has an exponent',
    foundBy: ['requests/assumed-values', 'requests/several-problems'],
    apply: crash(
      'getShippingRates',
      ({ body }) => Number(valueAt(body, ['box_dimension', 0, 'height'])) < 1e-6,
    ),
    witness: askWith('box_dimension.0.height', 1e-7),
  }),
  write({
    id: 'stamps-leap-day-of-other-year',
    section: '2.2',
    title: 'updated_at is the 29th of February of a year without one',
    foundBy: ['categories/timestamps', 'categories/updated-after-created'],
    apply: on(
      categories,
      each((element, index) => (index === 1 ? { ...element, updated_at: '2023-02-29T23:59:59Z' } : element)),
    ),
    witness: listCategories,
  }),
  write({
    id: 'extra-rate-without-id',
    section: '2.3',
    title: 'a promotion without id is the last rate',
    foundBy: ['rates/fields', 'rates/one-per-option'],
    apply: on(
      rates,
      alter('data', (data) => [...(data as Fields[]), { ...(data as Fields[])[0], id: undefined }]),
    ),
    witness: askRates(),
  }),
];
