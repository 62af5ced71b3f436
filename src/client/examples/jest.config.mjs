/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/as-in-a-project.mjs' },
};
