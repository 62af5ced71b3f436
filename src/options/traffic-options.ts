import { furtherThresholds } from './coverage-thresholds.js';
import { oneOf, percent } from './forms/forms.js';
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
  'min-operations': { value: 'N', help: 'percent of the operations that must be exercised', form: percent },
  ...furtherThresholds,
  ...flagsOf({ reports: verifyOptions.reports, output: verifyOptions.output }),
} as const satisfies OptionTable;
