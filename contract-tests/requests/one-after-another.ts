import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { unknownKey } from '../../src/conformance/cases/credentials/credential.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withBody, withJson, type RequestParts } from '../../src/conformance/cases/request.js';
import type { Operation } from '../../src/contract/operations.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import { withWeight } from '../rates/shipments/same-shipment.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

export default rule({
  title: 'What a request gets does not depend on the request before it on the same connection.',
  level: 'MUST',
  section: '2.1',
  sentence: 'data: Result objects; an empty array when there are no results and on errors.',
  expected: [
    'the status that the request gets when it is sent alone',
    'results, where the same request got results before',
    'the charges of the shipment, not those of the one before',
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
  conclude: (exchanges) => [
    ...exchanges.flatMap((exchange, index) => concluded(exchange, exchanges.slice(0, index))),
    ...oneBehind(exchanges),
  ],
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
  const rated = valid(rates);
  const heavier = { ...rated, request: withJson(rated.request, withWeight(planner.body(rates), 11)) };
  // One shipment twice, then the other twice.
  const shipment = (index: number): CaseDraft => (index % 4 < 2 ? rated : heavier);
  return [
    valid(list),
    valid(list),
    rated,
    rated,
    ...others.flatMap((other, index) => [
      other,
      index % 2 === 0 ? valid(list) : shipment(Math.floor(index / 2) + 2),
    ]),
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
  const isSame = (other: CompletedExchange): boolean => fingerprint(other) === fingerprint(exchange);
  const had = before.findLast((other) => isSame(other) && elementsOf(other).length > 0);
  if (had === undefined) return [];
  if (elementsOf(exchange).length > 0) return [{ exchange, breach: 'pass' }];
  return [
    {
      exchange,
      before: before.slice(before.indexOf(had)),
      breach: { actual: 'no results, where the same request got some before', pointer: '/data' },
    },
  ];
}

function fingerprint({ request: { method, path, headers, body } }: CompletedExchange): string {
  return JSON.stringify([method, path, headers, body?.toString('latin1')]);
}

/** So many times another shipment must follow. */
const enough = 3;

/**
 * Rates that are those of the shipment before: a shipment's own charges differ from time to time, and are always the same behind
 * the same shipment.
 */
function oneBehind(exchanges: readonly CompletedExchange[]): Conclusion[] {
  const rated = exchanges.filter(
    ({ operation, response }) => operation?.id === 'getShippingRates' && response.status === 200,
  );
  const [, ...later] = rated;
  const pairs = later.map((now, index) => ({ now, before: rated[index] ?? now }));
  const others = pairs.filter(({ now, before }) => bodyOf(now) !== bodyOf(before));
  const [last] = others.slice(-1);
  if (last === undefined || others.length < enough) return [];
  const isBehind =
    !isSettled(pairs.map(({ now }) => [bodyOf(now), chargesOf(now)])) &&
    isSettled(pairs.map(({ now, before }) => [bodyOf(before), chargesOf(now)]));
  const actual = 'the charges of the shipment that was sent before';
  return [
    { exchange: last.now, before: [last.before], breach: isBehind ? { actual, pointer: '/data' } : 'pass' },
  ];
}

/** Tells whether the same body always has the same charges. */
function isSettled(rows: readonly (readonly [body: string, charges: string])[]): boolean {
  return rows.every(([body, charges]) =>
    rows.every(([other, theirs]) => other !== body || theirs === charges),
  );
}

const bodyOf = ({ request }: CompletedExchange): string => request.body?.toString('latin1') ?? '';

function chargesOf(exchange: CompletedExchange): string {
  return JSON.stringify(
    elementsOf(exchange).map(({ courier_name, courier_type, shipping_charge }) => [
      courier_name,
      courier_type,
      shipping_charge,
    ]),
  );
}
