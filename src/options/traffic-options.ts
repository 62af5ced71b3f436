import { coverageThresholds } from './coverage-thresholds.js';
import { oneOf } from './forms/forms.js';
import { flagsOf, type OptionTable } from './option.js';
import { verifyOptions } from './verify-options.js';

/** The options of a verdict on the traffic of others: of `drydock drift` and `drydock proxy`. */
export const trafficOptions = {
  'fail-on': {
    value: 'L',
    help: 'weakest level that fails: must or should',
    form: oneOf(['MUST', 'SHOULD'] as const),
    default: 'MUST',
    defaultText: 'must',
  },
  ...coverageThresholds,
  ...flagsOf({ reports: verifyOptions.reports, output: verifyOptions.output }),
} as const satisfies OptionTable;
