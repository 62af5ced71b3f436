/**
 * Test files that `npm test` leaves to `npm run test:slow`, which CI runs too: what takes its time because it is a process, a
 * browser, a page of documentation, a document of others or a whole run of the suite. The longest stand first.
 */
export const slowTests = [
  ...['src/testing/docs/pages', 'src/testing/deploy/dockerfile', 'src/testing/deploy/verify-action'],
  'src/testing/deploy/diff-action',
  ...['src/server/dashboard/page-sandbox', 'src/server/dashboard/page-views'],
  ...['src/server/dashboard/page-screens', 'src/server/dashboard/page-days'],
  ...['src/server/dashboard/page-contract', 'src/server/dashboard/page-robust'],
  ...['src/fetch/playwright', 'src/client/examples/playwright'],
  ...['kill-matrix/variations/variations', 'kill-matrix/kill-matrix', 'kill-matrix/hostile-targets'],
  ...['contract-tests/breaking-scenarios', 'src/conformance/run/verdict/verdict', 'src/proxy/known-faults'],
  ...['src/testing/hostile/fuzz', 'src/testing/hostile/memory', 'src/testing/hostile/soak'],
  ...['src/contract/document/mutated-documents', 'src/testing/hostile/pattern-work'],
  ...['src/testing/hostile/document-files', 'src/testing/hostile/document-patterns'],
  ...[
    'src/cli/mock-process',
    'src/cli/until',
    'src/cli/replicas',
    'src/cli/workers',
    'src/cli/commands/verify',
    'src/cli/https',
    'src/cli/target-tls',
  ],
  ...['src/proxy/nginx', 'src/cli/commands/proxy', 'src/cli/commands/mcp', 'src/cli/commands/drift'],
  ...['src/testing/loaded-modules', 'src/state/redis/over-redis', 'src/server/http/tricks/fast-path'],
  ...['src/server/testing/hostile/control-origin', 'src/conformance/run/other-documents'],
  ...['src/conformance/evidence/other-document', 'src/mock/other-documents'],
  ...['src/reports/secrets', 'src/reports/hostile', 'src/mock/secrets', 'src/testing/types/public-types'],
  ...['src/control/resources/journal-memory', 'src/server/telemetry/telemetry'],
].map((file) => `${file}.test.ts`);
