// A reporter of Vitest that adds a line "passed failed skipped" to the file that TEST_COUNTS names, and prints the slowest files.
import { appendFileSync } from 'node:fs';

const listed = 20;

export default class CountTests {
  onTestRunEnd(modules, errors) {
    const file = process.env.TEST_COUNTS;
    if (!file) return;
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const one of modules) for (const test of one.children.allTests()) counts[test.result().state] += 1;
    // A file that can't even be loaded has no test of its own to count, and no error outside of a test may be lost.
    const failed = counts.failed + counts.pending + errors.length + modules.filter(hasFailedItself).length;
    appendFileSync(file, `${counts.passed} ${failed} ${counts.skipped}\n`);
    console.log(slowest(modules));
  }
}

function hasFailedItself(module) {
  const suites = [module, ...module.children.allSuites()];
  return suites.some((suite) => suite.errors().length > 0);
}

function slowest(modules) {
  const lines = modules
    .map((module) => [module.diagnostic().duration / 1000, module.relativeModuleId])
    .toSorted(([one], [other]) => other - one)
    .slice(0, listed)
    .map(([seconds, file]) => `${seconds.toFixed(1).padStart(6)} s  ${file}`);
  return [`The slowest ${listed} files:`, ...lines].join('\n');
}
