import { percent } from './forms/forms.js';
import type { OptionTable } from './option.js';

/** Thresholds for the parts of a document that traffic must exercise. */
export const coverageThresholds = {
  'min-operations': { value: 'N', help: 'percent of the operations that must be exercised', form: percent },
  'min-statuses': {
    value: 'N',
    help: 'percent of the documented statuses of each operation',
    form: percent,
  },
  'min-errors': { value: 'N', help: 'percent of the documented errors, 4xx and 5xx', form: percent },
  'min-fields': { value: 'N', help: 'percent of the fields of request bodies', form: percent },
} as const satisfies OptionTable;
