import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { unknownKey } from '../../src/conformance/cases/credentials/credential.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withBody, type RequestParts } from '../../src/conformance/cases/request.js';
import type { Operation } from '../../src/contract/operations.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

export default rule({
  title: 'What a request gets does not depend on the request before it on the same connection.',
  level: 'MUST',
  section: '2.1',
  sentence: 'data: Result objects; an empty array when there are no results and on errors.',
  expected: [
    'the status that the request gets when it is sent alone',
    'results, where the same request got results before',
  ],
  appliesTo: { document: 'service' },
  priority: 4,
  cases: (planner) =>
    sequence(planner).map((draft, index): CaseDraft => ({
      ...draft,
      detail: `${String(index + 1).padStart(2, '0')}-${draft.detail}`,
      turn: index,
    })),
  check: acceptedStatus,
  conclude: (exchanges) =>
    exchanges.flatMap((exchange, index) => concluded(exchange, exchanges.slice(0, index))),
});

/** Every kind of request between two valid ones of each operation. */
function sequence(planner: Planner): CaseDraft[] {
  const [list, rates] = [planner.operation('listCategories'), planner.operation('getShippingRates')];
  const valid = (operation: Operation): CaseDraft =>
    draft(
      operation,
      'valid',
      'a valid request',
      planner.request(operation),
      planner.successStatuses(operation),
    );
  const others = [...between(planner, list), ...between(planner, rates)];
  return [
    valid(list),
    valid(list),
    valid(rates),
    valid(rates),
    ...others.flatMap((other, index) => [other, valid(index % 2 === 0 ? list : rates)]),
  ];
}

function between(planner: Planner, operation: Operation): CaseDraft[] {
  const valid = planner.request(operation);
  const bare = planner.requestWithoutKey(operation);
  const { expired, limited } = planner.keys;
  const unauthorized = planner.unauthorizedStatuses;
  const drafts: CaseDraft[] = [
    draft(operation, 'no-key', 'without a key', bare, unauthorized),
    draft(
      operation,
      'unknown-key',
      'with an unknown key',
      planner.keyed(operation, bare, unknownKey(planner.keys.valid)),
      unauthorized,
    ),
  ];
  if (expired !== undefined)
    drafts.push(
      draft(
        operation,
        'expired',
        'with an expired key',
        planner.keyed(operation, bare, expired),
        unauthorized,
      ),
    );
  if (limited !== undefined)
    drafts.push(
      draft(
        operation,
        'limited',
        'with a key of limited permissions',
        planner.keyed(operation, bare, limited),
        [...planner.successStatuses(operation), 403],
      ),
    );
  if (valid.method === 'GET')
    return [
      {
        ...draft(operation, 'head', 'by HEAD', { ...valid, method: 'HEAD' }, [
          ...planner.successStatuses(operation),
          404,
          405,
          501,
        ]),
        responseLevel: 'SHOULD',
      },
      {
        ...draft(
          operation,
          'nowhere',
          'at a path that does not exist',
          { ...valid, path: '/drydock-no-such-path' },
          [404],
        ),
        operation: undefined,
      },
      ...drafts,
    ];
  const problems = [{ pointer: '', field: 'body', text: 'the body is not a valid request' }];
  return [
    {
      ...draft(
        operation,
        'malformed',
        'that is not JSON',
        withBody(valid, '{"weight": '),
        planner.rejectionStatuses,
      ),
      problems,
    },
    {
      ...draft(
        operation,
        'empty',
        'that is an empty object',
        withBody(valid, '{}'),
        planner.rejectionStatuses,
      ),
      problems,
    },
    ...drafts,
  ];
}

function draft(
  operation: Operation,
  detail: string,
  title: string,
  request: RequestParts,
  accept: readonly number[],
): CaseDraft {
  return { operation, detail, title: `${title}, one after another on a connection`, request, accept };
}

/** A success without results where the same request, with the same key, got some before. */
function concluded(exchange: CompletedExchange, before: readonly CompletedExchange[]): Conclusion[] {
  if (exchange.request.method === 'HEAD' || exchange.response.status !== 200) return [];
  const same = (other: CompletedExchange): boolean => fingerprint(other) === fingerprint(exchange);
  const had = before.some((other) => same(other) && elementsOf(other).length > 0);
  if (!had) return [];
  if (elementsOf(exchange).length > 0) return [{ exchange, breach: 'pass' }];
  return [
    { exchange, breach: { actual: 'no results, where the same request got some before', pointer: '/data' } },
  ];
}

function fingerprint({ request: { method, path, headers, body } }: CompletedExchange): string {
  return JSON.stringify([method, path, headers, body?.toString('latin1')]);
}
