/** Missing fields and whole parts of rate requests that nobody checks (sections 2.4, 4.2 rule 1 and 7). */
import { overlook } from '../../variations/changes.js';
import { askRates, askWith, askWithout, placeOf, SHIPMENT, TWO_BOXES } from '../../variations/requests.js';
import type { Call, Problem } from '../../reference-server/stages.js';
import { faultsOf, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('validation', { section: '4.2 rule 1' });
const fault = ({
  unseen,
  ...row
}: NamedFault & { unseen: (problem: Problem, call: Call) => boolean; witness: Step }) =>
  write({ ...row, apply: overlook(unseen) });

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
  const id = `missing-${name.replace(/[._]/g, '-')}`;
  const unseen = ({ kind, path }: Problem) => kind === 'missing' && placeOf(path) === place;
  return fault({
    id,
    title: `${place} may be missing`,
    foundBy: 'requests/missing-field',
    unseen,
    witness: askWithout(field),
  });
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

export default [
  ...unrequired,
  fault({
    id: 'top-level-only',
    title: 'only fields at the top are checked',
    foundBy: 'requests/missing-field',
    unseen: ({ path }) => path.length > 1,
    witness: askWithout('receiver.city'),
  }),
  fault({
    id: 'two-levels-only',
    title: 'items are not checked',
    foundBy: 'requests/missing-field',
    unseen: ({ path }) => path.includes('items') && path.length > 3,
    witness: askWithout('box_dimension.0.items.0.name'),
  }),
  fault({
    id: 'boxes-unchecked',
    title: 'boxes are not checked',
    foundBy: 'requests/missing-field',
    unseen: ({ path }) => path[0] === 'box_dimension' && path.length > 1,
    witness: askWithout('box_dimension.0.height'),
  }),
  fault({
    id: 'types-only',
    title: 'presence is not checked',
    foundBy: 'requests/missing-field',
    unseen: ({ kind }) => kind === 'missing',
    witness: askWithout('delivery_type'),
  }),
  fault({
    id: 'receiver-unchecked',
    title: 'the receiver is not checked',
    foundBy: 'requests/missing-field',
    unseen: below('receiver'),
    witness: askWithout('receiver.address'),
  }),
  fault({
    id: 'sender-unchecked',
    title: 'the sender is not checked',
    foundBy: 'requests/missing-field',
    unseen: below('sender'),
    witness: askWithout('sender.address'),
  }),
  fault({
    id: 'nothing-validated',
    title: 'any JSON is accepted',
    foundBy: ['requests/missing-field', 'requests/wrong-type', 'requests/invalid-value'],
    unseen: ({ kind }) => kind !== 'syntax',
    witness: askRates({}),
  }),
  fault({
    id: 'first-ten-boxes-only',
    title: 'boxes after the tenth are not checked',
    foundOnlyBy: 'requests/far-elements',
    unseen: ({ path }) => Number(path[1]) > 9,
    witness: askRates({
      ...SHIPMENT,
      box_dimension: [...Array<unknown>(11).fill(SHIPMENT.box_dimension[0]), 'box'],
    }),
  }),
  fault({
    id: 'presence-only',
    title: 'types and values are not checked',
    foundBy: ['requests/wrong-type', 'requests/invalid-value'],
    unseen: ({ kind }) => kind === 'type' || kind === 'value',
    witness: askWith('weight', 'heavy'),
  }),
  fault({
    id: 'types-in-second-box',
    title: 'the type of a unit price is checked in the first box only',
    foundOnlyBy: 'requests/later-elements',
    unseen: (p) => wrongType(p) && p.path.at(-1) === 'unit_price' && beyondFirst('box_dimension')(p),
    witness: askWith('box_dimension.1.items.0.unit_price', 7, TWO_BOXES),
  }),
  fault({
    id: 'receiver-types-unchecked',
    title: 'types are not checked in the receiver',
    foundBy: 'requests/wrong-type',
    unseen: (p) => wrongType(p) && below('receiver.')(p),
    witness: askWith('receiver.zip_code', 78701),
  }),
  fault({
    id: 'malformed-json-accepted',
    title: 'malformed JSON is taken as an empty shipment',
    foundBy: ['requests/not-json', 'requests/other-media-type'],
    unseen: ({ kind }) => kind === 'syntax',
    witness: askRates('{"weight": 3'),
  }),
  fault({
    id: 'empty-object-accepted',
    title: 'an empty object is accepted',
    foundBy: 'requests/not-json',
    unseen: (_, call) => call.text.trim() === '{}',
    witness: askRates('{}'),
  }),
  fault({
    id: 'null-body-accepted',
    title: 'the body null is accepted',
    foundOnlyBy: 'requests/not-json',
    unseen: (_, { body }) => body === null,
    witness: askRates('null'),
  }),
];
