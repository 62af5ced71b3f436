import { percent } from './forms/forms.js';
import type { OptionTable } from './option.js';

/** Thresholds for the parts of a document that traffic must exercise, beside `--min-operations`. */
export const furtherThresholds = {
  'min-statuses': {
    value: 'N',
    help: 'percent of the documented statuses of each operation',
    form: percent,
  },
  'min-errors': { value: 'N', help: 'percent of the documented errors, 4xx and 5xx', form: percent },
  'min-fields': { value: 'N', help: 'percent of the fields of request bodies', form: percent },
} as const satisfies OptionTable;
