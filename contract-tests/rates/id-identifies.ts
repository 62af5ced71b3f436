import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { shipmentOf } from './shipments/same-shipment.js';

interface Rate {
  readonly shipment: string;
  readonly courier: string;
  readonly charge: unknown;
  readonly exchange: CompletedExchange;
}

export default rule({
  title: 'No two rates of different responses have the same id.',
  level: 'MUST',
  section: '2.3',
  sentence: 'id: string, Unique identifier of the rate.',
  expected: ['another id where the courier or the charge is another'],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  conclude(exchanges) {
    const known = new Map<string, Rate>();
    return exchanges.map((exchange) => concluded(exchange, known));
  },
});

/** The first rate whose id another rate has, in the response to another shipment. */
function concluded(exchange: CompletedExchange, known: Map<string, Rate>): Conclusion {
  const shipment = shipmentOf(exchange.request);
  if (shipment === undefined) return { exchange, breach: 'pass' };
  for (const [index, { id, courier_name, courier_type, shipping_charge }] of elementsOf(exchange).entries()) {
    if (typeof id !== 'string' || id === '') continue;
    const rate: Rate = {
      shipment,
      courier: JSON.stringify([courier_name, courier_type]),
      charge: shipping_charge,
      exchange,
    };
    const other: Rate = known.get(id) ?? rate;
    known.set(id, other);
    if (other.shipment === shipment || (other.courier === rate.courier && other.charge === rate.charge))
      continue;
    const differs = other.courier === rate.courier ? 'another charge' : 'another courier';
    const actual = `${JSON.stringify(id).slice(0, 80)}, the id of a rate with ${differs} in another response`;
    const breach = { actual, pointer: `/data/${index}/id`, kind: 'the id of another rate' };
    return { exchange, before: [other.exchange], breach };
  }
  return { exchange, breach: 'pass' };
}
