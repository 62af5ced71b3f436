import type { CaseDraft } from './case.js';
import type { Mutation } from './generate/mutations.js';
import type { Planner } from './planner.js';
import { withHeaders, withJson } from './request.js';

/**
 * A case for each mutation that is picked, to be refused. Every other one asks for JSON: frameworks choose the form of an
 * error by what the client accepts.
 */
export function mutatedBodies(planner: Planner, picks: (mutation: Mutation) => boolean): CaseDraft[] {
  return planner.withBody.flatMap((operation) =>
    planner
      .mutations(operation)
      .filter(picks)
      .map((mutation, index) => {
        const valid = planner.request(operation);
        const request = withJson(
          index % 2 === 0 ? valid : withHeaders(valid, { Accept: 'application/json' }),
          mutation.body,
        );
        return {
          detail: mutation.detail,
          title: mutation.title,
          operation,
          request,
          accept: planner.refusals,
          problems: [mutation.problem],
        };
      }),
  );
}
