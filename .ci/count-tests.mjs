// A Jest reporter that adds a line "passed failed skipped" to the file that TEST_COUNTS names, and prints the slowest files.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const listed = 20;

export default class CountTests {
  onRunComplete(_contexts, results) {
    const file = process.env.TEST_COUNTS;
    if (!file) return;
    // A suite that can't even be loaded has no test of its own to count.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    appendFileSync(file, `${results.numPassedTests} ${failed} ${skipped}\n`);
    console.log(slowest(results.testResults));
  }
}

function slowest(files) {
  const timed = files.map(({ testFilePath, perfStats }) => [perfStats.runtime / 1000, testFilePath]);
  const lines = timed
    .toSorted(([one], [other]) => other - one)
    .slice(0, listed)
    .map(([seconds, file]) => `${seconds.toFixed(1).padStart(6)} s  ${relative('.', file)}`);
  return [`The slowest ${listed} files:`, ...lines].join('\n');
}
