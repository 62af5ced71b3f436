import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { shipmentOf } from './shipments/same-shipment.js';

/** So many different requests with one id are no coincidence. */
const enough = 3;

export default rule({
  title: 'Different requests get different values of request_id.',
  level: 'MUST',
  section: '2.3',
  sentence: 'request_id: string, Identifier of the request.',
  expected: ['different ids for different shipments'],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  conclude(exchanges) {
    const byId = new Map<string, Map<string, CompletedExchange>>();
    for (const exchange of exchanges) {
      const [id, shipment] = [elementsOf(exchange)[0]?.request_id, shipmentOf(exchange.request)];
      if (typeof id !== 'string' || id === '' || shipment === undefined) continue;
      byId.set(id, (byId.get(id) ?? new Map<string, CompletedExchange>()).set(shipment, exchange));
    }
    return [...byId].flatMap(([id, shipments]) => concluded(id, [...shipments.values()]));
  },
});

function concluded(id: string, exchanges: readonly CompletedExchange[]): Conclusion[] {
  const exchange = exchanges.at(-1);
  if (exchange === undefined) return [];
  const others = exchanges.slice(0, -1);
  const cached = others.find((other) => dataOf(other) === dataOf(exchange));
  const isCached = cached !== undefined;
  if (exchanges.length < enough && !isCached) return [{ exchange, breach: 'pass' }];
  const same = isCached ? ', with the same rates' : '';
  const actual = `${JSON.stringify(id).slice(0, 80)} for ${exchanges.length} different requests${same}`;
  const kind = isCached ? 'the response to another request' : 'one id for several requests';
  const before = isCached ? [cached] : others;
  return [{ exchange, before, breach: { actual, pointer: '/data/0/request_id', kind } }];
}

const dataOf = (exchange: CompletedExchange): string => JSON.stringify(elementsOf(exchange));
