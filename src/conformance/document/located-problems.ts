import { toPointer } from '../../contract/json-pointer.js';
import { pointerOf, problemsOf } from '../../contract/validation/problem-text.js';
import type { ErrorObject } from '../../contract/validation/schema-validator.js';
import type { StatedContract } from './stated-contract.js';

/** One thing that is wrong with a value: where in the value, and where the document says so. */
export interface LocatedProblem {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly text: string;
  readonly documentPointer: string | undefined;
}

/** Locates the findings of a validator: one problem for each location, with the constraint that is broken. */
export function locatedProblems(stated: StatedContract, errors: readonly ErrorObject[]): LocatedProblem[] {
  const causes = new Map<string, ErrorObject>();
  for (const error of errors) {
    const pointer = pointerOf(error);
    if (!causes.has(pointer)) causes.set(pointer, error);
  }
  return problemsOf(errors, 'body').map((problem) => ({
    ...problem,
    documentPointer: constraintOf(stated, causes.get(problem.pointer)),
  }));
}

/** A missing field is described at its property, any other error at its keyword. */
function constraintOf(stated: StatedContract, error: ErrorObject | undefined): string | undefined {
  const schema = stated.pointerOf(error?.parentSchema);
  if (schema === undefined || error === undefined) return undefined;
  const { missingProperty: field } = error.params as { missingProperty?: string };
  const properties = (error.parentSchema as { properties?: object }).properties ?? {};
  if (field !== undefined && Object.hasOwn(properties, field))
    return `${schema}${toPointer(['properties', field])}`;
  return `${schema}/${error.keyword}`;
}
