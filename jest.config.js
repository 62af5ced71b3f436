import { availableParallelism } from 'node:os';
import { languageGlobals } from './src/testing/jest/language-globals.mjs';

/** @type {import('jest').Config} */
export default {
  // With one name for each clone, its configurations share what they have compiled.
  id: import.meta.dirname.replace(/\W/g, '-'),
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '<rootDir>/src/testing/jest/transform.mjs',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  sandboxInjectedGlobals: languageGlobals,
  moduleNameMapper: {
    // What the build writes for src/fetch.
    '^\\./precompiled/(shipping-\\w+|tariffs|categories|logos|own-schemas)\\.js$':
      '<rootDir>/dist/src/fetch/precompiled/$1.js',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  testMatch: [
    '<rootDir>/src/**/*.test.ts',
    '<rootDir>/contract-tests/**/*.test.ts',
    '<rootDir>/kill-matrix/**/*.test.ts',
    '<rootDir>/bench/**/*.test.mjs',
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/bench/.documents/'],
  globalSetup: '<rootDir>/src/testing/discard-stale-precompiled.mjs',
  testSequencer: '<rootDir>/src/testing/jest/slow-first.mjs',
  // Many tests wait for a server or a browser: meanwhile another worker uses the processor.
  maxWorkers: 2 * availableParallelism(),
  // A ceiling for processes and whole runs of the suite on a machine that has an eighth of a processor for them.
  testTimeout: 300_000,
  reporters: ['default', '<rootDir>/.ci/count-tests.mjs'],
};
