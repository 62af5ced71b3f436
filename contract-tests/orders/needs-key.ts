import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { unknownKey } from '../../src/conformance/cases/credentials/credential.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { errorTexts } from '../../src/conformance/checks/envelope.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

const trackingNumber = 'DDK0000000000';
/** Statuses of a server that doesn't have an operation. */
const absent = [404, 405, 501];

export default rule({
  title: 'Operations on orders, where they exist, need a key like any other operation.',
  level: 'MUST',
  section: '5 rule 1',
  sentence:
    'Every request carries the header Authorization with the value Bearer followed by a space and <API_KEY>.',
  expected: ['status 401', '404, 405 or 501 where orders do not exist'],
  appliesTo: { document: 'service' },
  cases: (planner) => [...lookups(planner), ...orders(planner)],
  conclude: (exchanges) => [
    ...hidden('getOrder', exchanges, foundLookup(exchanges)),
    ...hidden('createOrder', exchanges, foundOrders(exchanges)),
  ],
});

const common = { level: 'MUST', responseLevel: 'MUST' } as const;

function lookups(planner: Planner): CaseDraft[] {
  const operation = planner.operation('getOrder');
  const bare = { ...planner.requestWithoutKey(operation), path: `/orders/${trackingNumber}` };
  const valid = planner.authorized(operation, bare);
  const accept = [401, ...absent];
  return [
    { ...common, operation, detail: 'no-key', title: 'without a key', request: bare, accept },
    {
      ...common,
      operation,
      detail: 'unknown-key',
      title: 'with an unknown key',
      request: planner.keyed(operation, bare, unknownKey(planner.keys.valid)),
      accept,
    },
    // These two tell whether the lookup exists.
    {
      ...common,
      operation,
      detail: 'valid-key',
      title: 'an unknown tracking number',
      request: valid,
      accept: [200, 400, 403, ...absent],
    },
    {
      ...common,
      detail: 'elsewhere',
      title: 'the same at a path that does not exist',
      request: { ...valid, path: `/drydock-no-such-path/${trackingNumber}` },
      accept: [400, 403, ...absent],
      level: 'SHOULD',
    },
  ];
}

/** The body names no rate, so that there is nothing to order. */
function orders(planner: Planner): CaseDraft[] {
  const operation = planner.operation('createOrder');
  const bare = withJson(planner.requestWithoutKey(operation), { drydock_unknown_field: 'x' });
  const order = { ...common, operation, harmless: true };
  return [
    { ...order, detail: 'order-no-key', title: 'without a key', request: bare, accept: [401, ...absent] },
    {
      ...order,
      detail: 'order-valid-key',
      title: 'with only an unknown field',
      request: planner.authorized(operation, bare),
      accept: Array.from({ length: 100 }, (_, index) => 400 + index),
    },
  ];
}

type Exchanges = readonly CompletedExchange[];
const isCase = (detail: string) => (exchange: CompletedExchange) => exchange.case.id.endsWith(`/${detail}`);

/**
 * The exchange that shows that a tracking number means something: only there an error names it (section 7 rule 4), and at no other
 * path, or speaks of an order, and at no other path.
 */
function foundLookup(exchanges: Exchanges): CompletedExchange | undefined {
  const [found, elsewhere] = ['valid-key', 'elsewhere'].map((detail) => exchanges.find(isCase(detail)));
  if (found?.response.status !== 404 || elsewhere === undefined || !names(found)) return undefined;
  return !names(elsewhere) || (speaksOfOrder(found) && !speaksOfOrder(elsewhere)) ? found : undefined;
}

function names(exchange: CompletedExchange): boolean {
  return errorTexts(exchange).some((text) => text.includes(trackingNumber));
}

/** In what is left without the path, which many errors repeat. */
function speaksOfOrder(exchange: CompletedExchange): boolean {
  const path = exchange.request.path.slice(1);
  return errorTexts(exchange).some((text) => /\border\b|\btracking\b/i.test(text.replaceAll(path, '')));
}

function foundOrders(exchanges: Exchanges): CompletedExchange | undefined {
  const found = exchanges.find(isCase('order-valid-key'));
  return found?.response.status === 400 ? found : undefined;
}

/** An operation that exists, and says to one without a valid key that it doesn't. */
function hidden(id: string, exchanges: Exchanges, found: CompletedExchange | undefined): Conclusion[] {
  if (found === undefined) return [];
  return exchanges
    .filter(({ operation }) => operation?.id === id)
    .filter((exchange) =>
      ['no-key', 'unknown-key', 'order-no-key'].some((detail) => isCase(detail)(exchange)),
    )
    .map((exchange): Conclusion => {
      const { status } = exchange.response;
      const actual = `status ${status}, where a valid key shows that the operation exists`;
      return { exchange, before: [found], breach: absent.includes(status) ? { actual } : 'pass' };
    });
}
