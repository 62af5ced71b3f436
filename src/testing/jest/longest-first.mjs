// The order of the test files. Jest begins with those that took longest in the last run, which a fresh clone doesn't know: it
// would take them by size, and end with one worker at a short file that takes a minute.
import Sequencer from '@jest/test-sequencer';

const longest = [
  'src/testing/docs/pages',
  'src/server/dashboard/page-views',
  'src/testing/deploy/dockerfile',
  'src/server/dashboard/page-sandbox',
  'kill-matrix/variations/variations',
  'kill-matrix/kill-matrix',
  'src/testing/deploy/verify-action',
  'src/server/http/slow-clients',
  'src/server/dashboard/page-screens',
  'src/server/dashboard/page-truth',
  'src/fetch/playwright',
  'src/testing/hostile/fuzz',
].map((file) => `/${file}.test.ts`);

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = longest.findIndex((file) => path.endsWith(file));
      return index === -1 ? longest.length : index;
    };
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
