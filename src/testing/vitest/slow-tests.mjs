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
].map((file) => `${file}.test.ts`);

/**
 * Slow tests that CI runs every second one of, in turn: of programs, packages, hostile input, and what the page does beside the tasks
 * and views, which always run. Two that stand together take about as long.
 */
const takenInTurn = [
  ...['src/testing/deploy/dockerfile', 'src/testing/hostile/pattern-work'],
  ...['src/testing/deploy/verify-action', 'src/contract/document/mutated-documents'],
  ...['src/server/dashboard/page-screens', 'src/server/dashboard/page-forced'],
  ...['src/server/dashboard/page-order', 'src/conformance/run/other-documents'],
  ...['src/server/dashboard/page-robust', 'src/server/dashboard/page-days'],
  ...['src/client/examples-in-jest', 'src/server/reference/reference-in-chromium'],
  ...['kill-matrix/hostile-targets', 'src/testing/hostile/fuzz'],
  ...['src/state/redis/over-redis', 'src/cli/replicas', 'src/mock/other-documents', 'src/cli/workers'],
  ...['src/testing/hostile/memory', 'src/testing/hostile/soak'],
  ...['src/server/dashboard/page-exchange', 'src/server/dashboard/page-list'],
  ...['src/fetch/playwright', 'src/testing/deploy/actions', 'src/fetch/in-chromium', 'src/proxy/page'],
  ...['src/server/dashboard/page-callbacks', 'src/server/dashboard/page-truth'],
  ...['src/server/dashboard/page-faults', 'src/testing/library/library-page'],
  ...['src/testing/deploy/diff-action', 'src/client/testcontainers'],
  ...['src/testing/hostile/document-files', 'src/testing/hostile/document-patterns'],
].map((file) => `${file}.test.ts`);

/**
 * The slow tests that CI leaves to the other turn.
 *
 * @param turn the number of the commit; undefined outside of CI, where none is left out
 */
export function leftToOtherTurn(turn) {
  return turn === undefined ? [] : takenInTurn.filter((_, index) => index % 2 !== Number(turn) % 2);
}
