// The order of the test files. Jest begins with those that took longest in the last run, which a fresh clone doesn't know: it
// would take them by size, and end with one worker at a short file that takes a minute.
import Sequencer from '@jest/test-sequencer';
import { slowTests } from './slow-tests.mjs';

export default class SlowFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = slowTests.findIndex((file) => path.replaceAll('\\', '/').endsWith(`/${file}`));
      return index === -1 ? slowTests.length : index;
    };
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
