// The order of the test files. Jest begins with those that took longest in the last run, which a fresh clone doesn't know: it
// would take them by size, and end with one worker at a short file that takes a minute.
import Sequencer from '@jest/test-sequencer';

const longest = [
  'kill-matrix/kill-matrix',
  'src/testing/docs/pages',
  'src/testing/deploy/dockerfile',
  'src/testing/deploy/verify-action',
  'kill-matrix/variations/variations',
  'src/server/dashboard/page-views',
  'src/server/dashboard/page-sandbox',
  'src/conformance/run/verify',
  'contract-tests/breaking-scenarios',
  'src/server/dashboard/page-robust',
  'src/server/dashboard/page-truth',
  'src/server/dashboard/page-screens',
  'src/cli/mock-process',
  'src/cli/running-mock',
  'src/server/http/slow-clients',
  'src/proxy/forwarding',
  'src/control/resources/journal-memory',
  'src/cli/commands/verify',
  'src/testing/hostile/soak',
  'src/cli/workers',
  'src/conformance/run/verdict/verdict',
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
