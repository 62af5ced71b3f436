import type { CaseDraft } from '../case.js';
import { formatLevel } from '../mutated-bodies.js';
import type { ParameterMutation } from './parameter-mutations.js';
import type { Planner } from '../planner.js';

/** A case for each parameter that is missing, or that has a wrong value, to be rejected. */
export function wrongParameters(planner: Planner, kind: ParameterMutation['kind']): CaseDraft[] {
  return planner.operations.flatMap((operation) =>
    planner
      .parameterMutations(operation)
      .filter((mutation) => mutation.kind === kind)
      .map(({ detail, title, request, problem, parameter }): CaseDraft => ({
        detail,
        title,
        operation,
        request,
        parameter,
        accept: planner.rejectionStatuses,
        problems: [problem],
        ...formatLevel(planner, problem),
      })),
  );
}
