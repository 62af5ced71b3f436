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
];
