import { PatternWorkError, type PatternWork } from '../patterns/pattern-work.js';
import type { ErrorObject, ValidateFunction } from './validate-function.js';

const spent: ErrorObject = {
  keyword: 'patternWork',
  instancePath: '',
  schemaPath: '#',
  params: {},
  message: "must take less work to match the document's patterns",
  schema: {},
  parentSchema: {},
};

/** A validator that finds a value wrong once the budget of the patterns is spent on it: what was not seen is not accepted. */
export function withinWork(validator: ValidateFunction, work: PatternWork): ValidateFunction {
  const within = (value: unknown): boolean => {
    work.enter();
    try {
      const isValid = validator(value);
      within.errors = validator.errors;
      return isValid;
    } catch (cause) {
      if (!(cause instanceof PatternWorkError)) throw cause;
      within.errors = [{ ...spent, data: value }];
      return false;
    }
  };
  within.errors = undefined as ErrorObject[] | null | undefined;
  return Object.assign(within, {
    schema: validator.schema,
    schemaEnv: validator.schemaEnv,
  }) as ValidateFunction;
}

/** Tells whether a validator gave up on its last value. */
export function isWorkSpent({ errors }: ValidateFunction): boolean {
  return errors?.[0]?.keyword === spent.keyword;
}
