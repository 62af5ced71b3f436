import { furtherThresholds } from './coverage-thresholds.js';
import { oneOf, percent } from './forms/forms.js';
import type { OptionTable } from './option.js';
import { verifyOptions } from './verify-options.js';

/** The options of a verdict about traffic that others have: of `drydock drift`, and of what passes a proxy. */
export const trafficOptions = {
  'fail-on': {
    value: 'L',
    help: 'weakest level that fails: must or should',
    form: oneOf(['MUST', 'SHOULD'] as const),
    default: 'must',
  },
  'min-operations': { value: 'N', help: 'ask that N percent of the operations were met', form: percent },
  ...furtherThresholds,
  report: verifyOptions.report,
  output: verifyOptions.output,
} as const satisfies OptionTable;
