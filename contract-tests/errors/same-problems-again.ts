import type { CaseDraft } from '../../src/conformance/cases/case.js';
import type { Mutation } from '../../src/conformance/cases/generate/mutations.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import { envelopeOf } from '../../src/conformance/checks/envelope.js';
import { namesField } from '../../src/conformance/checks/names-field.js';
import { rule, type Breach, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { CheckContext } from '../../src/conformance/rules/check-context.js';
import { fromPointer } from '../../src/contract/json-pointer.js';
import { requestFields } from '../../src/contract/schema/request-fields.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

/** Number of times that each request is sent. */
const times = 3;

export default rule({
  title: 'The same request has the same problems each time, and none of another request.',
  level: 'MUST',
  section: '7 rule 2',
  sentence: 'A 400 response lists one string per problem in errors.',
  expected: [
    'status 400',
    'as many strings in errors each time',
    'no string of the response to another request',
  ],
  appliesTo: { document: 'service' },
  priority: 3,
  cases: (planner) =>
    Array.from({ length: times }, (_, index) => index + 1).flatMap((turn) =>
      wrongRequests(planner).map(({ mutation, operation }): CaseDraft => ({
        detail: `${mutation.detail}-${turn}`,
        title: turn === 1 ? mutation.title : `${mutation.title}, again`,
        operation,
        request: withJson(planner.request(operation), mutation.body),
        accept: planner.rejectionStatuses,
        problems: [mutation.problem],
      })),
    ),
  check: acceptedStatus,
  conclude: (exchanges, context) =>
    exchanges.map((exchange): Conclusion => {
      for (const other of exchanges) {
        const breach = breachBeside(exchange, other, context);
        if (breach) return { exchange, before: [other], breach };
      }
      return { exchange, breach: 'pass' };
    }),
});

/** Fields at different depths whose names have nothing in common. */
function wrongRequests(planner: Planner) {
  const operation = planner.operation('getShippingRates');
  const fields = ['length', 'city', 'unit_price'];
  return fields.flatMap((field) => {
    const isMissing = ({ kind, later, path, level }: Mutation): boolean =>
      kind === 'missing' && !later && level === 'MUST' && path.at(-1) === field;
    const mutation = planner.mutations(operation).find(isMissing);
    return mutation ? [{ mutation, operation }] : [];
  });
}

function breachBeside(
  exchange: CompletedExchange,
  other: CompletedExchange,
  context: CheckContext,
): Breach | undefined {
  const [errors, others] = [exchange, other].map(textsOf);
  if (errors === undefined || others === undefined) return undefined;
  const own = exchange.case.problems;
  const theirs = other.case.problems;
  if (theirs[0]?.pointer === own[0]?.pointer && others.length < errors.length)
    return {
      actual: `${errors.length} in errors, and ${others.length} for the same request before or after`,
      pointer: '/errors',
      kind: 'more in errors than for the same request',
    };
  const passing = errors.findIndex(
    (text) => !others.includes(text) && isAboutAnother(text, exchange, context),
  );
  if (theirs[0]?.pointer === own[0]?.pointer && passing !== -1)
    return {
      actual: `${JSON.stringify(errors[passing]).slice(0, 120)}, which the same request did not get before or after`,
      pointer: `/errors/${passing}`,
      kind: 'a problem of another request',
    };
  const foreign = errors.findIndex(
    (text) =>
      others.includes(text) &&
      theirs.some((problem) => namesField([text], problem)) &&
      !own.some((problem) => namesField([text], problem)),
  );
  if (theirs[0]?.pointer !== own[0]?.pointer && foreign !== -1)
    return {
      actual: `${JSON.stringify(errors[foreign]).slice(0, 120)}, a problem of another request`,
      pointer: `/errors/${foreign}`,
      kind: 'a problem of another request',
    };
  return undefined;
}

/** Tells whether a text names a field of the request that is not wrong, and none that is. */
function isAboutAnother(text: string, { operation, case: item }: CompletedExchange, context: CheckContext) {
  if (operation === undefined || item.problems.some((problem) => namesField([text], problem))) return false;
  return requestFields(context.stated.contract.document, operation).some((pointer) =>
    namesField([text], { pointer, field: fromPointer(pointer).at(-1) ?? '', text: '' }),
  );
}

function textsOf(exchange: CompletedExchange): string[] | undefined {
  const errors = exchange.response.status === 400 ? envelopeOf(exchange)?.errors : undefined;
  return Array.isArray(errors) ? errors.map(String) : undefined;
}
