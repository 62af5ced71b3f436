/** One leaf of the request at a time: null, another type, or nothing in it, in fields in which an implementer may err alone (2.4, 4.2). */
import type { Call, Problem } from '../../reference-server/stages.js';
import { crash, overlook } from '../../variations/changes.js';
import { askWith, placeOf, valueAt } from '../../variations/requests.js';
import { faultsOf, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('leaves of requests');
const inFirst = (place: string) => place.replaceAll('*', '0');

/** Wrong values of one field are let through when they pass the test. */
const lets = ({
  place,
  test,
  value,
  ...row
}: NamedFault & { place: string; test: (value: unknown) => boolean; value: unknown }) =>
  write({
    ...row,
    section: '4.2 rule 1',
    apply: overlook(
      (problem: Problem, { body }: Call) =>
        problem.kind === 'type' && placeOf(problem.path) === place && test(valueAt(body, problem.path)),
    ),
    witness: askWith(inFirst(place), value),
  });
const crashes = ({
  place,
  test,
  value,
  ...row
}: NamedFault & { place: string; test: (value: unknown) => boolean; value: unknown }) =>
  write({
    ...row,
    section: '7',
    apply: crash('getShippingRates', ({ body }) =>
      test(
        valueAt(
          body,
          inFirst(place)
            .split('.')
            .map((step) => (step === '0' ? 0 : step)),
        ),
      ),
    ),
    witness: askWith(inFirst(place), value),
  });
const isNull = (value: unknown) => value === null;
const isNumber = (value: unknown) => typeof value === 'number';

export default [
  lets({
    id: 'null-sender-address',
    title: 'the address of the sender may be null',
    foundBy: ['errors/one-string-per-problem', 'requests/wrong-type'],
    place: 'sender.address',
    test: isNull,
    value: null,
  }),
  lets({
    id: 'null-sender-zip-code',
    title: 'the zip code of the sender may be null',
    foundBy: ['errors/one-string-per-problem', 'requests/wrong-type'],
    place: 'sender.zip_code',
    test: isNull,
    value: null,
  }),
  lets({
    id: 'null-product-type',
    title: 'product_type may be null',
    foundBy: ['errors/names-field', 'errors/one-string-per-problem'],
    place: 'product_type',
    test: isNull,
    value: null,
  }),
  lets({
    id: 'number-delivery-type',
    title: 'delivery_type may be a number',
    foundBy: ['errors/names-field', 'errors/one-string-per-problem'],
    place: 'delivery_type',
    test: isNumber,
    value: 1,
  }),
  lets({
    id: 'null-box-weight',
    title: 'the weight of a box may be null',
    foundBy: ['errors/one-string-per-problem', 'requests/later-elements'],
    place: 'box_dimension.*.weight',
    test: isNull,
    value: null,
  }),
  lets({
    id: 'null-item-name',
    title: 'the name of an item may be null',
    foundBy: ['errors/names-field', 'requests/later-elements'],
    place: 'box_dimension.*.items.*.name',
    test: isNull,
    value: null,
  }),
  lets({
    id: 'null-items',
    title: 'items may be null',
    foundBy: ['requests/later-elements', 'requests/wrong-type'],
    place: 'box_dimension.*.items',
    test: isNull,
    value: null,
  }),
  lets({
    id: 'null-boxes',
    title: 'box_dimension may be null',
    foundOnlyBy: 'requests/wrong-type',
    place: 'box_dimension',
    test: isNull,
    value: null,
  }),
  lets({
    id: 'true-delivery-type',
    title: 'delivery_type may be true',
    foundBy: 'errors/one-string-per-problem',
    place: 'delivery_type',
    test: (value) => value === true,
    value: true,
  }),
  crashes({
    id: 'crash-on-null-unit',
    title: 'null for weight_unit is 500',
    foundBy: ['requests/several-problems', 'requests/wrong-type'],
    place: 'weight_unit',
    test: isNull,
    value: null,
  }),
  crashes({
    id: 'crash-on-list-for-country',
    title: 'a list for the country of the receiver is 500',
    foundBy: 'requests/several-problems',
    place: 'receiver.country_code',
    test: Array.isArray,
    value: ['US'],
  }),
];
