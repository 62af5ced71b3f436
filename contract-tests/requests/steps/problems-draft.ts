import type { CaseDraft } from '../../../src/conformance/cases/case.js';
import { bodyProblems } from '../../../src/conformance/cases/bodies/body-problems.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import { withJson } from '../../../src/conformance/cases/request.js';
import type { Operation } from '../../../src/contract/operations.js';

/**
 * The case of a body with two problems or more; none for a body with fewer.
 *
 * @param control the body without them, where its shape is not that of the plain valid request
 */
export function draftOf(
  planner: Planner,
  operation: Operation,
  detail: string,
  title: string,
  body: unknown,
  control?: unknown,
): CaseDraft[] {
  const problems = bodyProblems(planner.stated, operation, body);
  if (problems.length < 2) return [];
  return [
    {
      detail,
      title,
      operation,
      request: withJson(planner.request(operation), body),
      accept: planner.rejectionStatuses,
      problems,
      control,
    },
  ];
}
