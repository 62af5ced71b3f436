/** Wrong types and values in rate requests that are let through (sections 2.4, 4.2 rule 1 and 7). */
import type { Call, Path, Problem } from '../../reference-server/stages.js';
import { rateRequestProblems } from '../../reference-server/validation.js';
import { all, on, overlook, restatus, status } from '../../variations/changes.js';
import { askRates, askWith, placeOf, TWO_BOXES, valueAt } from '../../variations/requests.js';
import { faultsOf, type NamedFault, type Step } from '../../variations/variation.js';

const write = faultsOf('validation', { section: '4.2 rule 1' });
const fault = ({
  unseen,
  ...row
}: NamedFault & { unseen: (problem: Problem, call: Call) => boolean; witness: Step }) =>
  write({ ...row, apply: overlook(unseen) });

const at =
  (place: string) =>
  ({ path }: Problem) =>
    placeOf(path) === place;
const wrongType = ({ kind }: Problem) => kind === 'type';

/** Accepts a wrong type where the value passes the test. */
const coerces =
  (test: (value: unknown) => boolean) =>
  (problem: Problem, { body }: Call) =>
    wrongType(problem) && test(valueAt(body, problem.path));
const wantsNumber = (path: Path) => /(length|width|height|weight)$/.test(String(path.at(-1)));
const isText = (value: unknown): value is string => typeof value === 'string';
const number = (test: (value: unknown) => boolean) => (problem: Problem, call: Call) =>
  wantsNumber(problem.path) && coerces(test)(problem, call);
const text = (test: (value: unknown) => boolean) => (problem: Problem, call: Call) =>
  !wantsNumber(problem.path) &&
  problem.path.length > 0 &&
  !/(items|box_dimension|sender|receiver|\d)$/.test(String(problem.path.at(-1))) &&
  coerces(test)(problem, call);
const emptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

export default [
  fault({
    id: 'numbers-from-text',
    title: 'text such as "5" is accepted as a number',
    foundBy: 'requests/wrong-type',
    unseen: number((v) => isText(v) && v.trim() !== '' && Number.isFinite(Number(v))),
    witness: askWith('weight', '5'),
  }),
  fault({
    id: 'text-from-numbers',
    title: 'a number is accepted as text',
    foundBy: 'requests/wrong-type',
    unseen: text((v) => typeof v === 'number'),
    witness: askWith('receiver.zip_code', 78701),
  }),
  fault({
    id: 'null-accepted-everywhere',
    title: 'null is accepted for any field',
    foundBy: 'requests/wrong-type',
    unseen: coerces((v) => v === null),
    witness: askWith('receiver', null),
  }),
  fault({
    id: 'box-size-any',
    title: 'length, width and height may be of any type',
    foundBy: 'requests/wrong-type',
    unseen: (p) => wrongType(p) && /length|width|height/.test(String(p.path.at(-1))),
    witness: askWith('box_dimension.0.width', {}),
  }),
  fault({
    id: 'party-from-empty-list',
    title: 'a party may be an empty list',
    foundBy: 'requests/wrong-type',
    unseen: coerces((v) => emptyList(v)),
    witness: askWith('receiver', []),
  }),
  fault({
    id: 'text-from-null',
    title: 'null is accepted as text',
    foundBy: ['requests/wrong-type', 'requests/later-elements'],
    unseen: text((v) => v === null),
    witness: askWith('sender.state', null),
  }),
  fault({
    id: 'quantity-number',
    title: 'quantity may be a number',
    foundBy: ['requests/wrong-type', 'requests/missing-field'],
    unseen: at('box_dimension.*.items.*.quantity'),
    witness: askWith('box_dimension.0.items.0.quantity', 2),
  }),
  fault({
    id: 'unit-price-number',
    title: 'unit_price may be a number',
    foundBy: ['requests/wrong-type', 'requests/missing-field'],
    unseen: at('box_dimension.*.items.*.unit_price'),
    witness: askWith('box_dimension.0.items.0.unit_price', 4.5),
  }),
  fault({
    id: 'weight-zero',
    title: 'a weight of 0 is accepted',
    foundBy: 'requests/invalid-value',
    unseen: (p, { body }) => at('weight')(p) && valueAt(body, p.path) === 0,
    witness: askWith('weight', 0),
  }),
  fault({
    id: 'weight-negative',
    title: 'a weight below 0 is accepted',
    foundBy: 'requests/invalid-value',
    unseen: (p, { body }) => at('weight')(p) && Number(valueAt(body, p.path)) < 0,
    witness: askWith('weight', -4),
  }),
  fault({
    id: 'box-weight-negative',
    title: 'the weight of a box may be below 0',
    foundBy: 'requests/invalid-value',
    unseen: ({ path }, { body }) => path.length === 3 && Number(valueAt(body, path)) < 0,
    witness: askWith('box_dimension.0.weight', -4),
  }),
  fault({
    id: 'later-box-weight-negative',
    title: 'the weight of any box but the first may be below 0',
    foundOnlyBy: 'requests/invalid-in-any-shipment',
    unseen: ({ path }, { body }) =>
      path[0] === 'box_dimension' && path.length === 3 && path[1] !== 0 && Number(valueAt(body, path)) < 0,
    witness: askWith('box_dimension.1.weight', -4, TWO_BOXES),
  }),
  fault({
    id: 'no-boxes-rated',
    section: '1',
    title: 'no boxes are rated',
    foundBy: 'requests/invalid-value',
    unseen: ({ path, kind }) => kind === 'value' && path.length === 1 && path[0] === 'box_dimension',
    witness: askWith('box_dimension', []),
  }),

  faultsOf('validation', { level: 'ASSUMED' })({
    id: 'assumed-values-served',
    section: '8',
    title: 'values are served that openapi.yaml excludes and the specification does not',
    foundBy: 'requests/assumed-values',
    apply: overlook(({ kind, path }) => kind === 'value' && path.at(-1) !== 'weight'),
    witness: askWith('weight_unit', 'STONE'),
  }),
  write({
    id: 'mixed-problems-404',
    section: '7 rule 2',
    title: 'a request that lacks a field and has a wrong type is 404',
    foundBy: 'requests/several-problems',
    apply: on(
      all(status(400), (_, { body }) => {
        const kinds = rateRequestProblems(body).map(({ kind }) => kind);
        return kinds.includes('missing') && kinds.includes('type');
      }),
      restatus(404),
    ),
    witness: askWith('sender', { address: 5 }),
  }),
  write({
    id: 'form-served',
    section: '4',
    title: 'a form is served, whatever it says',
    foundOnlyBy: 'requests/other-media-type',
    apply: ({ validate }) => ({
      validate: (call) => (String(call.headers['content-type']).includes('form') ? [] : validate(call)),
    }),
    witness: askRates('weight=3', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  }),
];
