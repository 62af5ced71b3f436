import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { TrafficCase, TrafficRequest } from '../../src/conformance/rules/traffic-request.js';

/** Statuses with which a server may reject values that only the authors of the document chose, and things that it doesn't have. */
const rejected = [400, 403, 404, 409, 422];
/** Statuses of a server that doesn't have a method at a path, as it may for an operation that only this document's authors chose. */
const absent = [405, 501];

export default rule({
  title: 'A valid request is served.',
  level: 'MUST',
  section: '4',
  sentence: 'Success response: envelope with data, status = true, response_code = "200".',
  expected: ['the documented status of success'],
  inOtherDocuments: {
    expected: [
      'a documented status of success',
      'a documented rejection, where a value means nothing to the server',
    ],
    quotes: 'responses',
  },
  appliesTo: { document: 'any' },
  priority: 0,
  inTraffic: servedInTraffic,
  cases: (planner) =>
    planner.operations.flatMap((operation) => {
      const examples = planner.examples(operation);
      const successes = planner.successStatuses(operation);
      const { own } = planner.stated;
      const stated = own && planner.stated.levelOf(operation) === 'MUST';
      const refusals = own && !stated ? [...rejected, ...absent] : rejected;
      const valid = planner.request(operation);
      if (examples.length === 0)
        return [
          {
            detail: 'valid',
            title: 'a valid request',
            operation,
            request: valid,
            accept: stated ? successes : [...successes, ...refusals],
          },
        ];
      // The first example has only values that the specification shows; the others have values of our choice.
      return examples.map(([name, body], index) => ({
        detail: name,
        title: `the example ${name}`,
        operation,
        request: withJson(valid, body),
        accept: stated && index === 0 ? successes : [...successes, ...refusals],
      }));
    }),
});

/** Statuses of a server that doesn't have an operation. */
const notHere = [404, 405, 415, 501];

/**
 * A valid request of ordinary traffic. Why a server rejects its values isn't known, but a documented operation is there, and one
 * that takes nothing has nothing to reject.
 */
function servedInTraffic({
  contract,
  operation,
  parts,
  isValid,
  status = 0,
}: TrafficRequest): TrafficCase | undefined {
  const isOf = operation.method === parts.method.toLowerCase() && !operation.path.includes('{');
  if (!contract.own || !isValid || !isOf || contract.levelOf(operation) !== 'MUST') return undefined;
  const takesNothing = operation.requestBody === undefined && !parts.path.includes('?');
  const wrong = takesNothing ? [...notHere, 400] : notHere;
  return wrong.includes(status) ? { title: 'a valid request', accept: [200] } : undefined;
}
