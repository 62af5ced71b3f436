import { BoundedPatterns } from '../journal/verification/bounded-patterns.js';
import type { DataChecks } from './data-checks.js';

/** Each is loaded when it is first needed. */
export const serverChecks: DataChecks = {
  scenarioValidator: async () =>
    (await import('../scenarios/files/scenario-validator.js')).scenarioValidator(),
  verificationValidator: async () =>
    (await import('../journal/verification/verification-validator.js')).verificationValidator(),
  patternSearch: () => new BoundedPatterns(),
};
