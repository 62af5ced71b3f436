/** Checks that are left out for a value because of what stands beside it, or because of what it is (7, 400). */
import { overlook } from '../../variations/changes.js';
import { askWith, valueAt } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('skipped checks', { section: '2.4' });

export default [
  fault({
    id: 'numbers-in-lists',
    title: 'a list of one number is taken for the number',
    foundBy: 'errors/one-string-per-problem',
    apply: overlook(({ kind, path }, call) => {
      const value = valueAt(call.body, path);
      return kind === 'type' && Array.isArray(value) && value.length === 1 && typeof value[0] === 'number';
    }),
    witness: askWith('box_dimension.0.width', [8]),
  }),
  fault({
    id: 'true-for-a-state',
    title: 'the state of a sender may be true or false',
    foundBy: 'errors/one-string-per-problem',
    apply: overlook(
      ({ path }, call) => path.join('.') === 'sender.state' && typeof valueAt(call.body, path) === 'boolean',
    ),
    witness: askWith('sender.state', true),
  }),
  fault({
    id: 'falsy-quantities',
    title: 'the type of a quantity is checked only when it is neither 0, false nor null',
    foundBy: 'requests/wrong-type',
    apply: overlook(
      ({ kind, path }, call) => kind === 'type' && path.at(-1) === 'quantity' && !valueAt(call.body, path),
    ),
    witness: askWith('box_dimension.0.items.0.quantity', 0),
  }),
];
