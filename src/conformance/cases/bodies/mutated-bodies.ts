import type { Level } from '../../level.js';
import type { BodyProblem, CaseDraft } from '../case.js';
import type { Mutation } from '../generate/mutations.js';
import type { Planner } from '../planner.js';
import { withHeaders, withJson } from '../request.js';
import type { Operation } from '../../../contract/operations.js';
import { resolveSchema } from '../../../contract/schema/resolve-schema.js';
import type { ParameterMutation } from '../parameters/parameter-mutations.js';

/** Other documents use formats to describe values; JSON Schema doesn't demand that anybody checks them (2020-12, 7.2.1). */
export function formatLevel(
  { stated }: Pick<Planner, 'stated'>,
  problem: BodyProblem | undefined,
): { level?: Level } {
  return !stated.own && problem?.documentPointer?.endsWith('/format') === true ? { level: 'SHOULD' } : {};
}

/** A time that a query asks for is none that anybody can look for, so that the documented refusal is meant for it. */
export function parameterFormatLevel(
  planner: Planner,
  operation: Operation,
  { parameter, problem }: ParameterMutation,
): { level?: Level } {
  const { document } = planner.stated.contract;
  const { format } = resolveSchema(document, parameter.value.schema);
  const isTime = parameter.value.in === 'query' && (format === 'date' || format === 'date-time');
  const isStated = ['400', '422'].some((status) => operation.responses.has(status));
  return isTime && isStated ? {} : formatLevel(planner, problem);
}

/**
 * A case for each mutation that `selects` accepts, to be rejected; each is made when it is taken. Every other case asks for JSON,
 * because frameworks choose the form of an error by the Accept header.
 */
export function* mutatedBodies(
  planner: Planner,
  selects: (mutation: Mutation) => boolean,
): Generator<CaseDraft, void> {
  for (const operation of planner.withBody) {
    const valid = planner.request(operation);
    let index = -1;
    for (const mutation of planner.eachMutation(operation)) {
      if (!selects(mutation)) continue;
      index += 1;
      yield {
        detail: mutation.detail,
        title: mutation.title,
        operation,
        request: withJson(
          index % 2 === 0 ? valid : withHeaders(valid, { Accept: 'application/json' }),
          mutation.body,
        ),
        accept: planner.rejectionStatuses,
        problems: [mutation.problem],
        ...(mutation.later !== false && { control: mutation.base }),
        ...formatLevel(planner, mutation.problem),
      };
    }
  }
}

/** A case for each parameter that is missing, or that has a wrong value, to be rejected. */
export function wrongParameters(planner: Planner, kind: ParameterMutation['kind']): CaseDraft[] {
  return planner.operations.flatMap((operation) =>
    planner
      .parameterMutations(operation)
      .filter((mutation) => mutation.kind === kind)
      .map((mutation): CaseDraft => ({
        detail: mutation.detail,
        title: mutation.title,
        operation,
        request: mutation.request,
        parameter: mutation.parameter,
        accept: planner.rejectionStatuses,
        problems: [mutation.problem],
        ...parameterFormatLevel(planner, operation, mutation),
      })),
  );
}
