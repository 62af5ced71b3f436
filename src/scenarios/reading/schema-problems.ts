import { problemsOf } from '../../contract/validation/problem-text.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import type { ValidateFunction } from '../../contract/validation/validate-function.js';

/**
 * What the schema of scenario files has against a value.
 *
 * @param accepts the schema's validator
 * @param root what to call the value itself
 */
export function schemaProblems(accepts: ValidateFunction, content: unknown, root: string): Problem[] {
  return accepts(content) ? [] : problemsOf(accepts.errors ?? [], root);
}
