/** Missing fields and wrong types that bring the server down (7). */
import { crash } from '../../variations/changes.js';
import { askWith, askWithout, TWO_BOXES, valueAt } from '../../variations/requests.js';
import type { Call } from '../../reference-server/stages.js';
import { rateRequestProblems } from '../../reference-server/validation.js';
import { foundBy } from '../../variations/found-by.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('robustness');
const fault = (id: string, title: string, when: (call: Call) => boolean, step: Step): Variation =>
  write(id, '7', title, crash('getShippingRates', when), step);

const problem =
  (test: (place: string, kind: string) => boolean) =>
  ({ body }: Call) =>
    body !== undefined && rateRequestProblems(body).some(({ path, kind }) => test(path.join('.'), kind));
const field =
  (...path: (string | number)[]) =>
  ({ body }: Call) =>
    valueAt(body, path);

export default [
  ...foundBy(
    ['requests/missing-field', 'responses/no-server-error'],
    fault(
      'crash-on-missing-boxes',
      'a missing box_dimension is 500',
      problem((place, kind) => place === 'box_dimension' && kind === 'missing'),
      askWithout('box_dimension'),
    ),
    fault(
      'crash-on-missing-receiver',
      'a missing receiver is 500',
      problem((place, kind) => place === 'receiver' && kind === 'missing'),
      askWithout('receiver'),
    ),
    fault(
      'crash-on-missing-items',
      'missing items are 500',
      problem((place, kind) => place.endsWith('items') && kind === 'missing'),
      askWithout('box_dimension.0.items'),
    ),
    fault(
      'crash-on-missing-unit-price',
      'a missing unit_price is 500',
      problem((place, kind) => place.endsWith('unit_price') && kind === 'missing'),
      askWithout('box_dimension.0.items.0.unit_price'),
    ),
    fault(
      'crash-on-missing-zip-code',
      'a missing zip_code of the receiver is 500',
      problem((place, kind) => place === 'receiver.zip_code' && kind === 'missing'),
      askWithout('receiver.zip_code'),
    ),
    fault(
      'crash-on-any-missing-field',
      'any missing field is 500',
      problem((_, kind) => kind === 'missing'),
      askWithout('weight_unit'),
    ),
  ),
  ...foundBy(
    ['requests/wrong-type', 'responses/no-server-error'],
    fault(
      'crash-on-null-party',
      'null for the sender is 500',
      (call) => field('sender')(call) === null,
      askWith('sender', null),
    ),
    fault(
      'crash-on-text-party',
      'text for the receiver is 500',
      (call) => typeof field('receiver')(call) === 'string',
      askWith('receiver', 'Austin'),
    ),
    fault(
      'crash-on-items-text',
      'text for items is 500',
      problem((place, kind) => place.endsWith('items') && kind === 'type'),
      askWith('box_dimension.0.items', 'Pen'),
    ),
    fault(
      'crash-on-null-box',
      'null for a box is 500',
      (call) => [field('box_dimension', 0)(call), field('box_dimension', 1)(call)].includes(null),
      askWith('box_dimension.1', null, TWO_BOXES),
    ),
    fault(
      'crash-on-text-item',
      'text for an item is 500',
      problem((place, kind) => /items\.\d+$/.test(place) && kind === 'type'),
      askWith('box_dimension.0.items.0', 'Pen'),
    ),
    fault(
      'crash-on-number-for-name',
      'a number for an item name is 500',
      problem((place, kind) => place.endsWith('name') && kind === 'type'),
      askWith('box_dimension.0.items.0.name', 7),
    ),
    fault(
      'crash-on-object-for-country',
      'an object for country_code is 500',
      (call) => typeof field('sender', 'country_code')(call) === 'object',
      askWith('sender.country_code', {}),
    ),
    fault(
      'crash-on-text-weight',
      'text for weight is 500',
      (call) => typeof field('weight')(call) === 'string',
      askWith('weight', 'heavy'),
    ),
  ),
];
