import { successOf } from '../../src/conformance/rules/applies-to.js';
import type { AnsweredExchange } from '../../src/conformance/target/exchange.js';
import type { RateRequest } from '../../src/shipping/types.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { Conclusion } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

/** So many different requests under one id are no accident. */
const enough = 3;

export default rule({
  title: 'The request_id tells requests apart.',
  level: 'SHOULD',
  section: '2.3',
  sentence: 'request_id: string, Identifier of the request.',
  expected: ['different ids for different requests'],
  scope: 'service',
  asks: successOf('getShippingRates'),
  conclude(exchanges) {
    const byId = new Map<string, { exchange: AnsweredExchange; bodies: Set<string> }>();
    for (const exchange of exchanges.filter(({ operation }) => operation?.id === 'getShippingRates')) {
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
          ? 'kept'
          : {
              actual: `${JSON.stringify(id).slice(0, 80)} for ${bodies.size} different requests`,
              pointer: '/data/0/request_id',
            },
    }));
  },
});

/** The boxes of a request: whoever answers several spellings or names with one id may have reasons, not several sizes. */
function shipmentOf({ request }: AnsweredExchange): string {
  try {
    const { box_dimension: boxes } = JSON.parse(request.body?.toString('utf8') ?? '') as Partial<RateRequest>;
    return JSON.stringify(boxes?.map(({ length, width, height, weight }) => [length, width, height, weight]));
  } catch {
    return '';
  }
}
