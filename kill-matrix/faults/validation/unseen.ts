/** Missing fields, wrong types and values in rate requests that nobody sees (sections 2.4, 4.2 rule 1 and 7). */
import type { Call, Path, Problem } from '../../reference-server/stages.js';
import { rateRequestProblems } from '../../reference-server/validation.js';
import { restatus } from '../../variations/changes.js';
import { all, status } from '../../variations/conditions.js';
import { boxesOf, headerOf, placeOf, valueAt } from '../../variations/calls.js';
import { askRates, askWith, askWithout, changed, SHIPMENT, TWO_BOXES } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const PARTY_FIELDS = ['address', 'state', 'state_short_code', 'city', 'zip_code', 'country_code'];
const BOX_FIELDS = ['length', 'width', 'height', 'weight', 'items'].map((name) => `box_dimension.0.${name}`);
const ITEM_FIELDS = ['name', 'quantity', 'unit_price'].map((name) => `box_dimension.0.items.0.${name}`);
const EVERY_FIELD = [
  ...Object.keys(SHIPMENT),
  ...BOX_FIELDS,
  ...ITEM_FIELDS,
  ...['sender', 'receiver'].flatMap((party) => PARTY_FIELDS.map((name) => `${party}.${name}`)),
];
/** One fault for each required field: nobody looks whether it is there. */
const unrequired = EVERY_FIELD.map((field) => {
  const place = field.replace(/\.0(?=\.|$)/g, '.*');
  const name = field.replace(/^.*items\.0\./, 'item-').replace('box_dimension.0.', 'box-');
  return [
    `missing-${name.replace(/[._]/g, '-')}`,
    {
      title: `${place} may be missing`,
      foundBy: 'requests/missing-field',
      overlooks: ({ kind, path }: Problem) => kind === 'missing' && placeOf(path) === place,
      witness: askWithout(field),
    },
  ] as const;
});
const below =
  (place: string) =>
  ({ path }: Problem) =>
    placeOf(path).startsWith(place);
const wrongType = ({ kind }: Problem) => kind === 'type';
const beyondFirst =
  (list: string) =>
  ({ path }: Problem) =>
    path.some((step, index) => path[index - 1] === list && step !== 0);
const at =
  (place: string) =>
  ({ path }: Problem) =>
    placeOf(path) === place;
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
/** A box's weight is not looked at in shipments with a value at a place. */
const unweighed = (place: string, value: string) => ({
  foundOnlyBy: 'requests/invalid-in-any-shipment',
  overlooks: ({ path }: Problem, { body }: Call) =>
    placeOf(path) === 'box_dimension.*.weight' && valueAt(body, place.split('.')) === value,
  witness: askWithout('box_dimension.0.weight', changed<object>(place, value)),
});

export default faultsOf('validation', { section: '4.2 rule 1' })({
  ...Object.fromEntries(unrequired),
  'top-level-only': {
    title: 'only fields at the top are checked',
    foundBy: 'requests/missing-field',
    overlooks: ({ path }) => path.length > 1,
  },
  'two-levels-only': {
    title: 'items are not checked',
    foundBy: 'requests/missing-field',
    overlooks: ({ path }) => path.includes('items') && path.length > 3,
    witness: askWithout('box_dimension.0.items.0.name'),
  },
  'boxes-unchecked': {
    title: 'boxes are not checked',
    foundBy: 'requests/missing-field',
    overlooks: ({ path }) => path[0] === 'box_dimension' && path.length > 1,
    witness: askWithout('box_dimension.0.height'),
  },
  'types-only': {
    title: 'presence is not checked',
    foundBy: 'requests/missing-field',
    overlooks: ({ kind }) => kind === 'missing',
  },
  'receiver-unchecked': {
    title: 'the receiver is not checked',
    foundBy: 'requests/missing-field',
    overlooks: below('receiver'),
    witness: askWithout('receiver.address'),
  },
  'sender-unchecked': {
    title: 'the sender is not checked',
    foundBy: 'requests/missing-field',
    overlooks: below('sender'),
  },
  'nothing-validated': {
    title: 'any JSON is accepted',
    foundBy: ['requests/missing-field', 'requests/wrong-type', 'requests/invalid-value'],
    overlooks: ({ kind }) => kind !== 'syntax',
  },
  'first-ten-boxes-only': {
    title: 'boxes after the tenth are not checked',
    foundOnlyBy: 'requests/far-elements',
    overlooks: ({ path }) => Number(path[1]) > 9,
    witness: askRates({
      ...SHIPMENT,
      box_dimension: [...Array<unknown>(11).fill(SHIPMENT.box_dimension[0]), 'box'],
    }),
  },
  'presence-only': {
    title: 'types and values are not checked',
    foundBy: ['requests/wrong-type', 'requests/invalid-value'],
    overlooks: ({ kind }) => kind === 'type' || kind === 'value',
    witness: askWith('weight', 'heavy'),
  },
  'types-in-second-box': {
    title: 'the type of a unit price is checked in the first box only',
    foundOnlyBy: 'requests/later-elements',
    overlooks: (p) => wrongType(p) && p.path.at(-1) === 'unit_price' && beyondFirst('box_dimension')(p),
    witness: askWith('box_dimension.1.items.0.unit_price', 7, TWO_BOXES),
  },
  'receiver-types-unchecked': {
    title: 'types are not checked in the receiver',
    foundBy: 'requests/wrong-type',
    overlooks: (p) => wrongType(p) && below('receiver.')(p),
    witness: askWith('receiver.zip_code', 78701),
  },
  'malformed-json-accepted': {
    title: 'malformed JSON is taken as an empty shipment',
    foundBy: ['requests/not-json', 'requests/other-media-type'],
    overlooks: ({ kind }) => kind === 'syntax',
    witness: askRates('{"weight": 3'),
  },
  'empty-object-accepted': {
    title: 'an empty object is accepted',
    foundBy: 'requests/not-json',
    overlooks: (_, call) => call.text.trim() === '{}',
    witness: askRates('{}'),
  },
  'null-body-accepted': {
    title: 'the body null is accepted',
    foundOnlyBy: 'requests/not-json',
    overlooks: (_, { body }) => body === null,
    witness: askRates('null'),
  },
  'numbers-from-text': {
    title: 'text such as "5" is accepted as a number',
    foundBy: 'requests/wrong-type',
    overlooks: number((v) => isText(v) && v.trim() !== '' && Number.isFinite(Number(v))),
    witness: askWith('weight', '5'),
  },
  'text-from-numbers': {
    title: 'a number is accepted as text',
    foundBy: 'requests/wrong-type',
    overlooks: text((v) => typeof v === 'number'),
    witness: askWith('receiver.zip_code', 78701),
  },
  'null-accepted-everywhere': {
    title: 'null is accepted for any field',
    foundBy: 'requests/wrong-type',
    overlooks: coerces((v) => v === null),
    witness: askWith('receiver', null),
  },
  'box-size-any': {
    title: 'length, width and height may be of any type',
    foundBy: 'requests/wrong-type',
    overlooks: (p) => wrongType(p) && /length|width|height/.test(String(p.path.at(-1))),
    witness: askWith('box_dimension.0.width', {}),
  },
  'party-from-empty-list': {
    title: 'a party may be an empty list',
    foundBy: 'requests/wrong-type',
    overlooks: coerces((v) => emptyList(v)),
    witness: askWith('receiver', []),
  },
  'text-from-null': {
    title: 'null is accepted as text',
    foundBy: ['requests/wrong-type', 'requests/later-elements'],
    overlooks: text((v) => v === null),
    witness: askWith('sender.state', null),
  },
  'quantity-number': {
    title: 'quantity may be a number',
    foundBy: ['requests/wrong-type', 'requests/missing-field'],
    overlooks: at('box_dimension.*.items.*.quantity'),
    witness: askWith('box_dimension.0.items.0.quantity', 2),
  },
  'unit-price-number': {
    title: 'unit_price may be a number',
    foundBy: ['requests/wrong-type', 'requests/missing-field'],
    overlooks: at('box_dimension.*.items.*.unit_price'),
    witness: askWith('box_dimension.0.items.0.unit_price', 4.5),
  },
  'weight-zero': {
    title: 'a weight of 0 is accepted',
    foundBy: 'requests/invalid-value',
    overlooks: (p, { body }) => at('weight')(p) && valueAt(body, p.path) === 0,
    witness: askWith('weight', 0),
  },
  'weight-negative': {
    title: 'a weight below 0 is accepted',
    foundBy: 'requests/invalid-value',
    overlooks: (p, { body }) => at('weight')(p) && Number(valueAt(body, p.path)) < 0,
    witness: askWith('weight', -4),
  },
  'box-weight-negative': {
    title: 'the weight of a box may be below 0',
    foundBy: 'requests/invalid-value',
    overlooks: ({ path }, { body }) => path.length === 3 && Number(valueAt(body, path)) < 0,
    witness: askWith('box_dimension.0.weight', -4),
  },
  'later-box-weight-negative': {
    title: 'the weight of any box but the first may be below 0',
    foundOnlyBy: 'requests/invalid-in-any-shipment',
    overlooks: ({ path }, { body }) =>
      path[0] === 'box_dimension' && path.length === 3 && path[1] !== 0 && Number(valueAt(body, path)) < 0,
    witness: askWith('box_dimension.1.weight', -4, TWO_BOXES),
  },
  'no-boxes-rated': {
    section: '1',
    title: 'no boxes are rated',
    foundBy: 'requests/invalid-value',
    overlooks: ({ path, kind }) => kind === 'value' && path.length === 1 && path[0] === 'box_dimension',
    witness: askWith('box_dimension', []),
  },
  'assumed-values-served': {
    section: '8',
    level: 'ASSUMED',
    title: 'values are served that openapi.yaml excludes and the specification does not',
    foundBy: 'requests/assumed-values',
    overlooks: ({ kind, path }) => kind === 'value' && path.at(-1) !== 'weight',
    witness: askWith('weight_unit', 'STONE'),
  },
  'mixed-problems-404': {
    section: '7 rule 2',
    title: 'a request that lacks a field and has a wrong type is 404',
    foundBy: 'requests/several-problems',
    when: all(status(400), (_, { body }) => {
      const kinds = rateRequestProblems(body).map(({ kind }) => kind);
      return kinds.includes('missing') && kinds.includes('type');
    }),
    change: restatus(404),
    witness: askWith('sender', { address: 5 }),
  },
  'form-served': {
    section: '4',
    title: 'a form is served, whatever it says',
    foundOnlyBy: 'requests/other-media-type',
    apply: ({ validate }) => ({
      validate: (call) => (headerOf(call, 'content-type').includes('form') ? [] : validate(call)),
    }),
    witness: askRates('weight=3', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  },
  'last-box-without-width': {
    title: 'the last of several boxes may lack its width',
    foundBy: 'errors/names-field',
    overlooks: ({ kind, path: [, index, name] }, call) =>
      kind === 'missing' && name === 'width' && Number(index) > 0 && index === boxesOf(call).length - 1,
    witness: askWithout('box_dimension.1.width', TWO_BOXES),
  },
  'kilograms-as-text': {
    title: 'a weight in kilograms may be a text',
    foundBy: 'errors/names-field',
    overlooks: (p, { body }) =>
      at('weight')(p) && p.kind === 'type' && valueAt(body, ['weight_unit']) === 'KG',
    witness: askRates(changed('weight', '4', changed('weight_unit', 'KG'))),
  },
  'box-weight-to-a-home': {
    title: 'the weight of a box is not checked for a residential delivery',
    ...unweighed('delivery_type', 'residential'),
  },
});
