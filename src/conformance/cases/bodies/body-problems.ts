import { valueAt } from '../../../contract/json-pointer.js';
import type { Operation } from '../../../contract/operations.js';
import { fieldPath } from '../../../contract/validation/problem-text.js';
import type { LocatedProblem } from '../../document/located-problems.js';
import { proveProblems } from '../../document/prove-problems.js';
import type { StatedContract } from '../../document/stated-contract.js';
import type { BodyProblem } from '../case.js';

/** Everything that is wrong with a body by what the specification states, for a case that is wrong on purpose. */
export function bodyProblems(stated: StatedContract, operation: Operation, body: unknown): BodyProblem[] {
  return proveProblems(stated, operation, body, 'MUST').map((problem) => bodyProblemOf(problem, body));
}

/** A problem with its field's name and the value that stands there. */
export function bodyProblemOf(problem: LocatedProblem, body: unknown): BodyProblem {
  const { pointer } = problem;
  return { ...problem, field: fieldPath(pointer, 'body'), value: valueAt(body, pointer) };
}
