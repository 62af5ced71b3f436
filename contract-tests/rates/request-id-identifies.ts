import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import type { components } from '../../src/contract/generated/openapi.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { Conclusion } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

/** So many different requests with one id are no coincidence. */
const enough = 3;

export default rule({
  title: 'Different requests get different values of request_id.',
  level: 'SHOULD',
  section: '2.3',
  sentence: 'request_id: string, Identifier of the request.',
  expected: ['different ids for different requests'],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  conclude(exchanges) {
    const byId = new Map<string, { exchange: CompletedExchange; bodies: Set<string> }>();
    for (const exchange of exchanges) {
      const id = elementsOf(exchange)[0]?.request_id;
      if (typeof id !== 'string' || id === '') continue;
      const known = byId.get(id) ?? { exchange, bodies: new Set() };
      known.bodies.add(shipmentOf(exchange));
      byId.set(id, known);
    }
    return [...byId].map(([id, { exchange, bodies }]): Conclusion => ({
      exchange,
      breach:
        bodies.size < enough
          ? 'pass'
          : {
              actual: `${JSON.stringify(id).slice(0, 80)} for ${bodies.size} different requests`,
              pointer: '/data/0/request_id',
            },
    }));
  },
});

/** The boxes of a request. A server may reuse an id for another spelling or name, not for boxes of another size. */
function shipmentOf({ request }: CompletedExchange): string {
  try {
    const { box_dimension: boxes } = JSON.parse(request.body?.toString('utf8') ?? '') as Partial<
      components['schemas']['RateRequest']
    >;
    return JSON.stringify(boxes?.map(({ length, width, height, weight }) => [length, width, height, weight]));
  } catch {
    return '';
  }
}
