// The order of the test files. Vitest begins with those that took longest in the last run, which a fresh clone doesn't know: it
// would take them by size, and end with one worker at a short file that takes a minute.
import { BaseSequencer } from 'vitest/node';
import { slowTests } from './slow-tests.mjs';

export class SlowFirst extends BaseSequencer {
  async sort(files) {
    const rank = ({ moduleId }) => {
      const index = slowTests.findIndex((file) => moduleId.endsWith(`/${file}`));
      return index === -1 ? slowTests.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
