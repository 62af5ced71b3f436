// A Jest reporter that leaves "passed failed skipped" in the file that DRYDOCK_TEST_COUNTS names.
import { writeFileSync } from 'node:fs';

export default class CountTests {
  onRunComplete(_contexts, results) {
    const file = process.env.DRYDOCK_TEST_COUNTS;
    if (!file) return;
    // A suite that can't even be loaded has no test of its own to count.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    writeFileSync(file, `${results.numPassedTests} ${failed} ${skipped}\n`);
  }
}
