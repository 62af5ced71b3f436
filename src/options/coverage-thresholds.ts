import { percent } from './forms/forms.js';
import type { OptionTable } from './option.js';

/** How much of a document's parts must have been met, beside `--min-operations`, whose help says what happens otherwise. */
export const furtherThresholds = {
  'min-statuses': {
    value: 'N',
    help: 'the same of the documented statuses of each operation',
    form: percent,
  },
  'min-errors': { value: 'N', help: 'the same of those that are errors, 4xx and 5xx', form: percent },
  'min-fields': { value: 'N', help: 'the same of the fields of request bodies', form: percent },
} as const satisfies OptionTable;
