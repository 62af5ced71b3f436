import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { leftToOtherTurns, slowTests } from './src/testing/vitest/slow-tests.mjs';
import { SlowFirst } from './src/testing/vitest/slow-first.mjs';

const tests = [
  'src/**/*.test.ts',
  'contract-tests/**/*.test.ts',
  'kill-matrix/**/*.test.ts',
  'bench/**/*.test.mjs',
];
// Examples are run by the runner that they are for. Without the tricks of the HTTP server nothing is left of what compares them.
const tricks = process.env.DRYDOCK_PLAIN_HTTP === '1' ? ['src/server/http/tricks/**'] : [];
const others = [...tricks, 'src/client/examples/**', 'dist/**', 'bench/.documents/**', '**/node_modules/**'];

export default defineConfig({
  resolve: {
    // Files that the build writes for src/fetch.
    alias: [
      {
        find: /^\.\/precompiled\/(shipping-\w+|tariffs|categories|logos|own-schemas)\.js$/,
        replacement: `${import.meta.dirname}/dist/src/fetch/precompiled/$1.js`,
      },
    ],
  },
  test: {
    globalSetup: 'src/testing/discard-stale-precompiled.mjs',
    setupFiles: 'src/testing/vitest/setup.ts',
    // CI, whose files don't change, runs Vitest several times: to transform the sources takes four seconds of processor time.
    experimental: {
      fsModuleCache: process.env.TEST_MODULES !== undefined,
      fsModuleCachePath: process.env.TEST_MODULES,
    },
    // Many tests wait for a server or a browser: meanwhile another worker uses the processor.
    maxWorkers: 2 * availableParallelism(),
    pool: 'forks',
    // The files of a worker share what they import: to load it anew for each took a third of the processor time.
    isolate: false,
    execArgv: ['--max-semi-space-size=64'],
    // A ceiling for processes and whole runs of the suite on a machine that has an eighth of a processor for them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    slowTestThreshold: 10_000,
    sequence: { sequencer: SlowFirst },
    reporters: ['default', './.ci/count-tests.mjs'],
    projects: [
      { extends: true, test: { name: 'quick', include: tests, exclude: [...others, ...slowTests] } },
      {
        extends: true,
        test: {
          name: 'slow',
          include: slowTests,
          exclude: [...others, ...leftToOtherTurns(process.env.CI_TURN)],
        },
      },
    ],
  },
});
