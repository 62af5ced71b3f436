/** Checks that one branch of a server has and another lacks (4.2 rule 1). */
import type { Call, Problem } from '../../reference-server/stages.js';
import { overlook } from '../../variations/changes.js';
import { askWithout, placeOf, SHIPMENT, valueAt } from '../../variations/requests.js';
import { faultsOf, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('validation', { section: '4.2 rule 1' });
/** A box's weight is not looked at in shipments with a value at a place. */
const unweighed = ({ place, value, ...row }: NamedFault & { place: string; value: string }) =>
  write({
    ...row,
    foundOnlyBy: 'requests/invalid-in-any-shipment',
    apply: overlook(
      ({ path }: Problem, { body }: Call) =>
        placeOf(path) === 'box_dimension.*.weight' && valueAt(body, place.split('.')) === value,
    ),
    witness: askWithout('box_dimension.0.weight', changedTo(place, value)),
  });

const changedTo = (place: string, value: string): object => {
  const [outer = '', inner] = place.split('.');
  if (inner === undefined) return { ...SHIPMENT, [outer]: value };
  return { ...SHIPMENT, [outer]: { ...SHIPMENT.receiver, [inner]: value } };
};

export default [
  unweighed({
    id: 'box-weight-in-kilograms',
    title: 'the weight of a box is not checked where weights are in kilograms',
    place: 'weight_unit',
    value: 'KG',
  }),
  unweighed({
    id: 'box-weight-to-a-home',
    title: 'the weight of a box is not checked for a residential delivery',
    place: 'delivery_type',
    value: 'residential',
  }),
  unweighed({
    id: 'box-weight-to-bangladesh',
    title: 'the weight of a box is not checked where the receiver is in Bangladesh',
    place: 'receiver.country_code',
    value: 'BD',
  }),
];
