import type { ValidateFunction } from '../contract/validation/validate-function.js';
import type { PatternSearch } from '../journal/verification/pattern-search.js';
import type { MaybePromise } from '../state/maybe-promise.js';

/** Checks of the data that callers send. Node's modules and Ajv are behind it, so that the resources work in a browser as well. */
export interface DataChecks {
  readonly scenarioValidator: () => MaybePromise<ValidateFunction>;
  readonly verificationValidator: () => MaybePromise<ValidateFunction>;
  /** Searches for the patterns of one verification. */
  readonly patternSearch: () => PatternSearch;
}
