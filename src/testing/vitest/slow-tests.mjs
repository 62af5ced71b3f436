/**
 * Test files that `npm test` leaves to `npm run test:slow`, which CI runs too: what takes its time because it is a process, a
 * browser, a page of documentation, a document of others or a whole run of the suite. The longest stand first.
 */
export const slowTests = [
  ...['src/testing/docs/pages', 'kill-matrix/kill-matrix', 'kill-matrix/documents/documents'],
  ...['src/testing/deploy/dockerfile', 'src/testing/deploy/verify-action'],
  ...['src/testing/deploy/diff-action', 'src/testing/deploy/actions'],
  ...['src/server/dashboard/page-sandbox', 'src/server/dashboard/page-views'],
  ...['src/server/dashboard/page-screens', 'src/server/dashboard/page-days'],
  ...['src/server/dashboard/page-contract', 'src/server/dashboard/page-robust'],
  ...['src/server/dashboard/page-forced', 'src/server/dashboard/page-truth'],
  ...['src/server/dashboard/page-callbacks', 'src/server/dashboard/page-order'],
  ...['src/server/dashboard/page-exchange', 'src/server/dashboard/page-list', 'src/proxy/page'],
  ...['src/testing/page-tasks/page-tasks', 'src/server/dashboard/page-faults'],
  ...['src/server/reference/reference-in-chromium', 'src/testing/library/library-page'],
  ...['src/client/testcontainers', 'src/fetch/playwright', 'src/fetch/in-chromium'],
  ...['kill-matrix/variations/variations', 'kill-matrix/hostile-targets'],
  ...[
    'contract-tests/refusals/albums',
    'contract-tests/resources/vehicles',
    'src/server/dashboard/page-traffic',
  ],
  'contract-tests/resources/stated-things',
  ...['kill-matrix/rules-hold', 'kill-matrix/command-line', 'src/conformance/run/verify'],
  ...['contract-tests/breaking-scenarios', 'src/conformance/run/verdict/verdict', 'src/proxy/known-faults'],
  ...['src/testing/hostile/fuzz', 'src/testing/hostile/memory', 'src/testing/hostile/soak'],
  ...['src/contract/document/mutated-documents', 'src/testing/hostile/pattern-work'],
  ...['src/testing/hostile/document-files', 'src/testing/hostile/document-patterns'],
  ...[
    'src/cli/mock-process',
    'src/cli/handlers',
    'src/cli/running-mock',
    'src/cli/stopped-commands',
    'src/cli/missing-files',
    'src/cli/safe-terminal',
    'src/cli/commands/diff',
    'src/cli/until',
    'src/cli/replicas',
    'src/cli/workers',
    'src/cli/commands/verify',
    'src/cli/commands/types',
    'src/cli/https',
    'src/cli/target-tls',
  ],
  ...['src/proxy/nginx', 'src/cli/commands/proxy', 'src/cli/commands/mcp', 'src/cli/commands/drift'],
  ...['src/fetch/compiled-document', 'src/client/examples-in-jest'],
  ...['src/testing/loaded-modules', 'src/state/redis/over-redis', 'src/server/http/tricks/fast-path'],
  ...['src/server/testing/hostile/control-origin', 'src/conformance/run/other-documents'],
  ...['src/conformance/evidence/other-document', 'src/mock/other-documents'],
  ...['src/reports/secrets', 'src/reports/hostile', 'src/mock/secrets', 'src/testing/types/public-types'],
  ...['src/control/resources/journal-memory', 'src/server/telemetry/telemetry'],
  ...['src/proxy/delivery', 'src/proxy/secrets', 'src/state/redis/shared-store'],
  ...['src/server/http/slow-clients', 'bench/load/send-load', 'src/conformance/thread/supervise-run'],
  ...['src/conformance/run/planning/writes', 'src/conformance/run/preflight'],
  ...['src/conformance/cases/things/existing-things', 'src/conformance/cases/things/found-things'],
  ...['src/conformance/evidence/causes', 'src/conformance/target/hostile-target'],
  // Checks of the sources, as the linter's.
  ...['src/testing/layers', 'src/contract/types-drift', 'src/control/generated-types'],
].map((file) => `${file}.test.${file.startsWith('bench/') ? 'mjs' : 'ts'}`);

/**
 * Slow tests of which CI runs one of six, in turn: of programs, packages, hostile input, and what the page does beside the tasks
 * and views, which always run. The six of a row take about as long.
 */
const takenInTurn = [
  [
    'src/testing/deploy/dockerfile',
    'src/testing/hostile/pattern-work',
    'src/server/dashboard/page-screens',
    'src/contract/document/mutated-documents',
    'src/server/dashboard/page-order',
    'src/server/dashboard/page-forced',
  ],
  [
    'src/conformance/run/other-documents',
    'src/testing/deploy/verify-action',
    'src/cli/https',
    'src/server/dashboard/page-days',
    'src/server/dashboard/page-robust',
    'src/client/examples-in-jest',
  ],
  [
    'kill-matrix/hostile-targets',
    'src/cli/commands/mcp',
    'src/server/reference/reference-in-chromium',
    'src/cli/replicas',
    'src/testing/hostile/fuzz',
    'src/state/redis/over-redis',
  ],
  [
    'src/cli/workers',
    'src/reports/secrets',
    'src/cli/commands/types',
    'src/mock/other-documents',
    'contract-tests/breaking-scenarios',
    'src/cli/until',
  ],
  [
    'src/testing/hostile/memory',
    'src/proxy/page',
    'src/server/dashboard/page-exchange',
    'src/fetch/playwright',
    'src/testing/deploy/actions',
    'src/cli/target-tls',
  ],
  [
    'src/cli/commands/drift',
    'src/testing/hostile/soak',
    'src/server/dashboard/page-list',
    'kill-matrix/variations/variations',
    'src/cli/commands/proxy',
    'src/server/http/tricks/fast-path',
  ],
  [
    'src/proxy/known-faults',
    'src/proxy/nginx',
    'src/testing/loaded-modules',
    'src/mock/secrets',
    'src/server/telemetry/telemetry',
    'src/fetch/in-chromium',
  ],
  [
    'src/server/dashboard/page-truth',
    'src/server/dashboard/page-callbacks',
    'src/cli/safe-terminal',
    'src/server/dashboard/page-faults',
    'src/testing/library/library-page',
    'src/cli/missing-files',
  ],
  [
    'src/testing/hostile/document-files',
    'src/client/testcontainers',
    'src/testing/hostile/document-patterns',
    'src/fetch/compiled-document',
    'src/cli/stopped-commands',
    'src/testing/deploy/diff-action',
  ],
].map((row) => row.map((file) => `${file}.test.ts`));

/**
 * The slow tests that CI leaves to other turns. In every fourth it follows an exercise of docs/contributing.md, which takes as long as
 * all that would be taken in turn: that waits for the next.
 *
 * @param turn the number of the commit; undefined outside of CI, where none is left out
 */
export function leftToOtherTurns(turn) {
  if (turn === undefined) return [];
  if (turn % 4 === 3) return [...takenInTurn.flat(), 'kill-matrix/documents/documents.test.ts'];
  const place = turn - Math.floor(turn / 4);
  return takenInTurn.flatMap((row) => row.filter((_, index) => index !== place % 6));
}
