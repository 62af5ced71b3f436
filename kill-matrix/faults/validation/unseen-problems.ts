/** Missing fields and whole parts of rate requests that nobody checks (sections 2.4, 4.2 rule 1 and 7). */
import { overlook } from '../../variations/changes.js';
import { askRates, askWith, askWithout, placeOf, SHIPMENT, TWO_BOXES } from '../../variations/requests.js';
import type { Call, Problem } from '../../reference-server/stages.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('validation');
const fault = (
  id: string,
  title: string,
  unseen: (problem: Problem, call: Call) => boolean,
  step: Step,
): Variation => write(id, '4.2 rule 1', title, overlook(unseen), step);

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
  return fault(id, `${place} may be missing`, unseen, askWithout(field));
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
const isText = (value: unknown): value is string => typeof value === 'string';

export default [
  ...foundBy(
    'requests/missing-field',
    ...unrequired,
    fault(
      'top-level-only',
      'only fields at the top are checked',
      ({ path }) => path.length > 1,
      askWithout('receiver.city'),
    ),
    fault(
      'two-levels-only',
      'items are not checked',
      ({ path }) => path.includes('items') && path.length > 3,
      askWithout('box_dimension.0.items.0.name'),
    ),
    fault(
      'boxes-unchecked',
      'boxes are not checked',
      ({ path }) => path[0] === 'box_dimension' && path.length > 1,
      askWithout('box_dimension.0.height'),
    ),
    fault(
      'types-only',
      'presence is not checked',
      ({ kind }) => kind === 'missing',
      askWithout('delivery_type'),
    ),
    fault(
      'receiver-unchecked',
      'the receiver is not checked',
      below('receiver'),
      askWithout('receiver.address'),
    ),
    fault(
      'receiver-fields-unchecked',
      'fields of the receiver are not checked, those of the sender are',
      below('receiver.'),
      askWith('receiver.state', false),
    ),
    fault('sender-unchecked', 'the sender is not checked', below('sender'), askWithout('sender.address')),
  ),
  ...foundBy(
    ['requests/missing-field', 'requests/wrong-type', 'requests/invalid-value'],
    fault('nothing-validated', 'any JSON is accepted', ({ kind }) => kind !== 'syntax', askRates({})),
  ),
  ...foundBy(
    'requests/later-elements',
    fault(
      'first-box-only',
      'boxes after the first are not checked',
      beyondFirst('box_dimension'),
      askWithout('box_dimension.1.width', TWO_BOXES),
    ),
    fault(
      'first-item-only',
      'items after the first are not checked',
      beyondFirst('items'),
      askWithout('box_dimension.1.items.1.quantity', TWO_BOXES),
    ),
    fault(
      'types-in-second-item',
      'types are checked in the first item only',
      (p) => wrongType(p) && beyondFirst('items')(p),
      askWith('box_dimension.1.items.1.name', 5, TWO_BOXES),
    ),
  ),
  foundOnlyBy(
    'requests/far-elements',
    fault(
      'first-ten-boxes-only',
      'boxes after the tenth are not checked',
      ({ path }) => Number(path[1]) > 9,
      askRates({
        ...SHIPMENT,
        box_dimension: [...Array<unknown>(11).fill(SHIPMENT.box_dimension[0]), 'box'],
      }),
    ),
  ),
  ...foundBy(
    ['requests/wrong-type', 'requests/invalid-value'],
    fault(
      'presence-only',
      'types and values are not checked',
      ({ kind }) => kind === 'type' || kind === 'value',
      askWith('weight', 'heavy'),
    ),
  ),
  foundOnlyBy(
    'requests/later-elements',
    fault(
      'types-in-second-box',
      'types are checked in the first box only',
      (p) => wrongType(p) && beyondFirst('box_dimension')(p),
      askWith('box_dimension.1.length', 'ten', TWO_BOXES),
    ),
  ),
  ...foundBy(
    'requests/wrong-type',
    fault(
      'receiver-types-unchecked',
      'types are not checked in the receiver',
      (p) => wrongType(p) && below('receiver.')(p),
      askWith('receiver.zip_code', 78701),
    ),
  ),
  ...foundBy(
    ['requests/not-json', 'requests/other-media-type'],
    fault(
      'malformed-json-accepted',
      'malformed JSON is taken as an empty shipment',
      ({ kind }) => kind === 'syntax',
      askRates('{"weight": 3'),
    ),
  ),
  ...foundBy(
    'requests/not-json',
    fault('empty-body-accepted', 'an empty body is accepted', (_, call) => call.text === '', askRates('')),
    fault(
      'empty-object-accepted',
      'an empty object is accepted',
      (_, call) => call.text.trim() === '{}',
      askRates('{}'),
    ),
    fault(
      'list-body-accepted',
      'a list is accepted as the body',
      ({ path }, { body }) => path.length === 0 && Array.isArray(body),
      askRates([SHIPMENT]),
    ),
    fault(
      'text-body-accepted',
      'a JSON text is accepted as the body',
      ({ path }, { body }) => path.length === 0 && isText(body),
      askRates('"ship it"'),
    ),
  ),
  foundOnlyBy(
    'requests/not-json',
    fault(
      'null-body-accepted',
      'the body null is accepted',
      (_, { body }) => body === null,
      askRates('null'),
    ),
  ),
];
