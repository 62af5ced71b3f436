/** Checks that are left out for a value because of what stands beside it, or because of what it is (7, 400). */
import type { Call, Fields, Path } from '../../reference-server/stages.js';
import { overlook } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import {
  askRates,
  askWith,
  boxesOf,
  changed,
  SHIPMENT,
  TWO_BOXES,
  valueAt,
} from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('skipped checks');

/** Whether an earlier element of the same list has the same values in these fields. */
function isRepeated(call: Call, list: Path, index: number, ...names: string[]): boolean {
  const all = valueAt(call.body, list) as Fields[];
  const of = (element: unknown) => JSON.stringify(names.map((name) => (Object(element) as Fields)[name]));
  return all.slice(0, index).some((earlier) => of(earlier) === of(all[index]));
}

export default [
  ...foundBy(
    'requests/later-elements',
    fault(
      'boxes-of-one-size-checked-once',
      '7, 400',
      'a box with the sides of an earlier one is not checked',
      overlook(
        ({ path: [list, index] }, call) =>
          list === 'box_dimension' &&
          typeof index === 'number' &&
          isRepeated(call, [list], index, 'length', 'width', 'height'),
      ),
      askWith('box_dimension.1.weight', 'heavy', TWO_BOXES),
    ),
    fault(
      'items-of-one-name-checked-once',
      '7, 400',
      'an item with the name of an earlier one in its box is not checked',
      overlook(
        ({ path }, call) => path.length > 4 && isRepeated(call, path.slice(0, 3), path[3] as number, 'name'),
      ),
      askRates(
        changed('box_dimension.1.items.1', { name: 'Notebook', quantity: 2, unit_price: '1' }, TWO_BOXES),
      ),
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    fault(
      'numbers-in-lists',
      '2.4',
      'a list of one number is taken for the number',
      overlook(({ kind, path }, call) => {
        const value = valueAt(call.body, path);
        return kind === 'type' && Array.isArray(value) && value.length === 1 && typeof value[0] === 'number';
      }),
      askWith('box_dimension.0.width', [8]),
    ),
    fault(
      'true-for-a-state',
      '2.4',
      'the state of a sender may be true or false',
      overlook(
        ({ path }, call) =>
          path.join('.') === 'sender.state' && typeof valueAt(call.body, path) === 'boolean',
      ),
      askWith('sender.state', true),
    ),
    fault(
      'items-unchecked-below-a-bad-box',
      '7 rule 2',
      'the problems of items are left out when their box has a problem of its own',
      ({ validate }) => ({
        validate(call) {
          const problems = validate(call);
          const bad = new Set(problems.flatMap(({ path }) => (path.length === 3 ? [path[1]] : [])));
          return problems.filter(({ path }) => path.length < 4 || !bad.has(path[1]));
        },
      }),
      askWith(
        'box_dimension.0.items.0.quantity',
        2,
        changed<object>('box_dimension.0.weight', 'heavy', SHIPMENT),
      ),
    ),
    fault(
      'address-in-parts',
      '2.4',
      'the address of a receiver may be an object when it has a line',
      overlook(
        ({ path }, call) =>
          path.join('.') === 'receiver.address' &&
          Object.keys(Object(valueAt(call.body, path)) as object).length > 0,
      ),
      askWith('receiver.address', { line: '1 Main Street' }),
    ),
  ),
  ...foundBy(
    'requests/wrong-type',
    fault(
      'falsy-quantities',
      '2.4',
      'the type of a quantity is checked only when it is neither 0, false nor null',
      overlook(
        ({ kind, path }, call) => kind === 'type' && path.at(-1) === 'quantity' && !valueAt(call.body, path),
      ),
      askWith('box_dimension.0.items.0.quantity', 0),
    ),
    fault(
      'boxes-as-an-object',
      '2.4',
      'boxes may be an object whose values are boxes',
      ({ validate }) => ({
        validate(call) {
          const boxes: unknown = valueAt(call.body, ['box_dimension']);
          const isMap = typeof boxes === 'object' && boxes !== null && !Array.isArray(boxes);
          return validate(call).filter(
            ({ path }) => !isMap || path.length !== 1 || path[0] !== 'box_dimension',
          );
        },
      }),
      askWith('box_dimension', { first: boxesOf({ body: TWO_BOXES } as unknown as Call)[0] }),
    ),
  ),
];
