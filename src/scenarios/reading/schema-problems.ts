import { problemsOf, type Problem } from '../../contract/validation/problem-text.js';
import type { ValidateFunction } from '../../contract/validation/validate-function.js';

/**
 * Lists how a value breaks the schema of scenario files.
 *
 * @param accepts the schema's validator
 * @param root the name of the value itself
 */
export function schemaProblems(accepts: ValidateFunction, content: unknown, root: string): Problem[] {
  return accepts(content) ? [] : problemsOf(accepts.errors ?? [], root);
}
