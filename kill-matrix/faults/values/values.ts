/** Values, numbers and codes in a form near the right one, or between those that most tests send (2.2 to 2.4, 4.2, 7). */
import type { Call, Problem } from '../../reference-server/stages.js';
import { each, eachWith, list, rewrite } from '../../variations/changes.js';
import { all, badRequest, categories, every } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { placeOf, valueAt } from '../../variations/calls.js';
import { askRates, askWith, changed, listCategories, SHIPMENT } from '../../variations/requests.js';
import { type Apply, faultsOf, type Step } from '../../variations/variation.js';

const isAbroad = ({ body }: Call) => valueAt(body, ['receiver', 'country_code']) !== 'US';
/** Another text for some problems, which shows the value. */
const told =
  (which: (problem: Problem) => boolean, say: (value: unknown) => string): Apply =>
  ({ refuse }) => ({
    refuse: (problems, call) =>
      refuse(
        problems.map((one) => (which(one) ? { ...one, text: say(valueAt(call.body, one.path)) } : one)),
        call,
      ),
  });
/** Reads the body as another one first. */
const reads =
  (read: (body: unknown) => unknown): Apply =>
  ({ validate, operate }) => {
    const other = (call: Call) => ({ ...call, body: read(call.body) });
    return { validate: (call) => validate(other(call)), operate: (call) => operate(other(call)) };
  };
/** A country code that is not of the two-letter form is let through. */
const country =
  (parties: RegExp, form: RegExp) =>
  ({ kind, path }: Problem, { body }: Call) =>
    kind === 'value' &&
    path.at(-1) === 'country_code' &&
    parties.test(String(path[0])) &&
    form.test(String(valueAt(body, path)));
/** Tells whether some weight in the text of the body is written in this way. */
const someWeight = (body: string, form: RegExp) =>
  [...body.matchAll(/"weight":\s*([^,}\]]*)/g)].some(([, literal = '']) => form.test(literal.trim()));
const weightThat =
  (test: (value: unknown, text: string) => boolean) =>
  ({ path }: Problem, { body, text }: Call) =>
    placeOf(path) === 'weight' && test(valueAt(body, path), text);
const literal = (value: string): Step =>
  askRates(JSON.stringify({ ...SHIPMENT, weight: 31_415 }).replace('31415', value));

export default [
  ...faultsOf('problem lists', { section: '4.2 rule 1' })({
    'weight-named-as-unit': {
      title: 'a wrong weight is told as the weight_unit, with the value of the weight',
      foundBy: 'errors/names-field',
      apply: told(
        ({ path, kind }) => placeOf(path) === 'weight' && kind !== 'missing',
        (value) => `weight_unit is wrong: ${JSON.stringify(value)}`,
      ),
      witness: askWith('weight', -2),
    },
    'shown-code-unescaped': {
      section: '4',
      title: 'an error shows a country code with its line breaks as they are',
      foundBy: 'http/valid-json',
      apply: [
        told(
          ({ path, kind }) => path.at(-1) === 'country_code' && kind === 'value',
          (value) => `country_code is ${String(value)}`,
        ),
        on(
          badRequest,
          rewrite((json) => json.replaceAll('\\n', '\n')),
        ),
      ],
      witness: askWith('sender.country_code', 'U\nS'),
    },
  }),
  ...faultsOf('between examples', { section: '7' })({
    'unknown-countries-crash': {
      title: 'a country that does not exist is 500',
      foundBy: ['rates/no-courier', 'responses/no-server-error'],
      crashes: ({ body }) => valueAt(body, ['sender', 'country_code']) === 'ZZ',
      witness: askWith('sender.country_code', 'ZZ'),
    },
    'unknown-field-of-a-party-crashes': {
      title: 'an unknown field of the sender is 500',
      foundBy: ['requests/odd-input', 'responses/no-server-error'],
      crashes: ({ body }) =>
        Object.keys(valueAt(body, ['sender']) ?? {}).some((name) => name.startsWith('drydock')),
      witness: askWith('sender.drydock', 1),
    },
    'names-optional-abroad': {
      section: '4.2 rule 1',
      title: 'abroad an item needs no name, and a shipment no delivery_type',
      foundBy: ['errors/names-field', 'errors/one-string-per-problem'],
      overlooks: ({ path, kind }, call) =>
        kind === 'missing' && isAbroad(call) && /^(name|delivery_type)$/.test(String(path.at(-1))),
      witness: askRates(changed('receiver.country_code', 'BD', changed('delivery_type', undefined))),
    },
    'array-of-one-unwrapped': {
      section: '4.2',
      title: 'a body in an array is read as if it stood alone',
      foundOnlyBy: 'requests/not-json',
      apply: reads((body) => (Array.isArray(body) ? (body as unknown[])[0] : body)),
      witness: askRates([SHIPMENT]),
    },
  }),
  ...faultsOf('forms of values', { section: '4.2 rule 1' })({
    'country-of-three-letters': {
      section: '2.4',
      title: 'country codes of three letters are accepted',
      foundBy: 'requests/invalid-value',
      overlooks: country(/^(sender|receiver)$/, /^[A-Z]{3}$/),
      witness: askWith('sender.country_code', 'USA'),
    },
    'country-of-one-letter': {
      section: '2.4',
      title: 'a country code of one letter is accepted for the receiver',
      foundOnlyBy: 'requests/invalid-value',
      overlooks: country(/^receiver$/, /^[A-Z]$/),
      witness: askWith('receiver.country_code', 'U'),
    },
    'weight-negative-overflow': {
      title: 'a weight of -1e400 is taken for a missing one and is served',
      foundBy: ['rates/fields', 'requests/invalid-in-any-shipment'],
      overlooks: weightThat((_, body) => someWeight(body, /^-1e[3-9]\d\d/i)),
      witness: literal('-1e400'),
    },
    'weight-minus-zero': {
      title: 'a weight of -0 is accepted',
      foundOnlyBy: 'requests/invalid-in-any-shipment',
      overlooks: weightThat((value) => Object.is(value, -0)),
      witness: literal('-0'),
    },
    'weight-large-negative': {
      title: 'weights below -1000 wrap around to positive ones',
      foundBy: 'rates/fields',
      overlooks: weightThat((value) => typeof value === 'number' && value < -1000),
      witness: askWith('weight', -5000),
    },
    'crash-on-tiny-box': {
      section: '7',
      title: 'a box side of 1e-7 is 500, as its text has an exponent',
      foundBy: ['requests/assumed-values', 'requests/several-problems'],
      crashes: ({ body }) => Number(valueAt(body, ['box_dimension', 0, 'height'])) < 1e-6,
      witness: askWith('box_dimension.0.height', 1e-7),
    },
    'stamps-leap-day-of-other-year': {
      section: '2.2',
      title: 'updated_at is the 29th of February of a year without one',
      foundBy: ['categories/timestamps', 'categories/updated-after-created'],
      categories: each((element, index) =>
        index === 1 ? { ...element, updated_at: '2023-02-29T23:59:59Z' } : element,
      ),
    },
    'extra-rate-without-id': {
      section: '2.3',
      title: 'a promotion without id is the last rate',
      foundBy: ['rates/fields', 'rates/one-per-option'],
      rates: list((rates) => [...rates, { ...rates[0], id: undefined }]),
    },
  }),
  ...faultsOf('values of some shipments', { section: '2.2' })({
    'zone-of-africa-missing': {
      section: '7',
      title: 'a shipment to Nigeria is 500, where no table has its zone',
      foundBy: ['responses/no-server-error', 'rates/no-courier'],
      crashes: ({ body }) => valueAt(body, ['receiver', 'country_code']) === 'NG',
      witness: askWith('receiver.country_code', 'NG'),
    },
    'updated-stamp-lost-now-and-then': {
      title: 'in every fourth answer categories have an empty text for when they were updated',
      foundBy: 'categories/timestamps',
      when: all(categories, every(4)),
      change: eachWith({ updated_at: '' }),
      witness: { ...listCategories, times: 4 },
    },
  }),
];
