/** Wrong types and values in rate requests that are let through (sections 2.4, 4.2 rule 1 and 7). */
import { overlook } from '../../variations/changes.js';
import { askWith, placeOf, SHIPMENT, TWO_BOXES, valueAt } from '../../variations/requests.js';
import type { Call, Path, Problem } from '../../reference-server/stages.js';
import { foundBy } from '../../variations/found-by.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('validation');
const fault = (
  id: string,
  title: string,
  unseen: (problem: Problem, call: Call) => boolean,
  step: Step,
): Variation => write(id, '4.2 rule 1', title, overlook(unseen), step);

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
const plainObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

export default [
  ...foundBy(
    'requests/wrong-type',
    fault(
      'numbers-from-text',
      'text such as "5" is accepted as a number',
      number((v) => isText(v) && v.trim() !== '' && Number.isFinite(Number(v))),
      askWith('weight', '5'),
    ),
  ),
  ...foundBy(
    'requests/wrong-type',
    fault(
      'numbers-from-leading-digits',
      'text such as "5kg" is accepted as a number',
      number((v) => isText(v) && /^\d/.test(v)),
      askWith('weight', '5kg'),
    ),
    fault(
      'numbers-from-any-text',
      'text such as "heavy" is accepted as a number',
      number(isText),
      askWith('box_dimension.0.weight', 'heavy'),
    ),
    fault(
      'text-from-numbers',
      'a number is accepted as text',
      text((v) => typeof v === 'number'),
      askWith('receiver.zip_code', 78701),
    ),
    fault(
      'null-accepted-everywhere',
      'null is accepted for any field',
      coerces((v) => v === null),
      askWith('receiver', null),
    ),
    fault(
      'product-type-number',
      'product_type may be the number 1',
      (p) => wrongType(p) && at('product_type')(p),
      askWith('product_type', 1),
    ),
    fault(
      'country-code-any',
      'country_code may be of any type',
      (p) => wrongType(p) && String(p.path.at(-1)) === 'country_code',
      askWith('sender.country_code', 1),
    ),
    fault(
      'box-size-any',
      'length, width and height may be of any type',
      (p) => wrongType(p) && /length|width|height/.test(String(p.path.at(-1))),
      askWith('box_dimension.0.width', {}),
    ),
    fault(
      'party-from-text',
      'a party may be text',
      (p, { body }) => p.path.length === 1 && coerces(isText)(p, { body } as Call),
      askWith('sender', 'Austin'),
    ),
    fault(
      'party-from-empty-list',
      'a party may be an empty list',
      coerces((v) => emptyList(v)),
      askWith('receiver', []),
    ),
    fault(
      'boxes-from-object',
      'box_dimension may be one box instead of a list',
      (p, call) => at('box_dimension')(p) && coerces(plainObject)(p, call),
      askWith('box_dimension', SHIPMENT.box_dimension[0]),
    ),
    fault(
      'items-from-text',
      'items may be text',
      (p, call) => at('box_dimension.*.items')(p) && coerces(isText)(p, call),
      askWith('box_dimension.0.items', 'Notebook'),
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    fault(
      'text-from-lists',
      'a list is accepted as text',
      text(Array.isArray),
      askWith('box_dimension.0.items.0.name', ['Pen']),
    ),
  ),
  ...foundBy(
    ['requests/wrong-type', 'requests/later-elements'],
    fault(
      'numbers-from-empty-text',
      'an empty text is accepted as a number',
      number((v) => v === ''),
      askWith('box_dimension.0.length', ''),
    ),
    fault(
      'numbers-from-null',
      'null is accepted as a number',
      number((v) => v === null),
      askWith('box_dimension.0.height', null),
    ),
    fault(
      'text-from-null',
      'null is accepted as text',
      text((v) => v === null),
      askWith('sender.state', null),
    ),
    fault(
      'boxes-null-elements',
      'null in the list of boxes is skipped',
      (p) => at('box_dimension.*')(p),
      askWith('box_dimension.1', null, TWO_BOXES),
    ),
    fault(
      'items-null-elements',
      'anything in the list of items is accepted',
      (p) => at('box_dimension.*.items.*')(p),
      askWith('box_dimension.0.items.0', null),
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    fault(
      'text-from-objects',
      'an object is accepted as text',
      text(plainObject),
      askWith('product_type', {}),
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    fault(
      'numbers-from-booleans',
      'true is accepted as a number',
      number((v) => typeof v === 'boolean'),
      askWith('weight', true),
    ),
  ),
  ...foundBy(
    'requests/wrong-type',
    fault(
      'items-from-object',
      'items may be one item instead of a list',
      (p, call) => at('box_dimension.*.items')(p) && coerces(plainObject)(p, call),
      askWith('box_dimension.0.items', SHIPMENT.box_dimension[0]?.items[0]),
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    fault(
      'text-from-booleans',
      'true is accepted as text',
      text((v) => typeof v === 'boolean'),
      askWith('sender.city', true),
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    fault('numbers-from-lists', '[5] is accepted as a number', number(Array.isArray), askWith('weight', [5])),
  ),
  ...foundBy(
    ['requests/wrong-type', 'requests/missing-field'],
    fault(
      'quantity-number',
      'quantity may be a number',
      at('box_dimension.*.items.*.quantity'),
      askWith('box_dimension.0.items.0.quantity', 2),
    ),
    fault(
      'unit-price-number',
      'unit_price may be a number',
      at('box_dimension.*.items.*.unit_price'),
      askWith('box_dimension.0.items.0.unit_price', 4.5),
    ),
  ),
  ...foundBy(
    'requests/invalid-value',
    fault(
      'weight-zero',
      'a weight of 0 is accepted',
      (p, { body }) => at('weight')(p) && valueAt(body, p.path) === 0,
      askWith('weight', 0),
    ),
  ),
  ...foundBy(
    'requests/invalid-value',
    fault(
      'weight-negative',
      'a weight below 0 is accepted',
      (p, { body }) => at('weight')(p) && Number(valueAt(body, p.path)) < 0,
      askWith('weight', -4),
    ),
  ),
  ...foundBy(
    'requests/assumed-values',
    variationsOf('validation', 'ASSUMED')(
      'assumed-values-served',
      '8',
      'values are served that openapi.yaml excludes and the specification does not',
      overlook(({ kind, path }) => kind === 'value' && path.at(-1) !== 'weight'),
      askWith('weight_unit', 'STONE'),
    ),
  ),
];
