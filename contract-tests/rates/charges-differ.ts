import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import { shipmentOf } from './shipments/same-shipment.js';

/** So many shipments from half a pound to forty, near and far, don't cost the same by chance. */
const enough = 10;

export default rule({
  title: 'Charges depend on the shipment.',
  level: 'SHOULD',
  section: '1',
  sentence:
    'Calculate shipping rates for one or more boxes, given the box dimensions and items, the shipment weight, a sender address, a receiver address and a delivery type.',
  expected: ['other charges of a courier for some of the shipments'],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  conclude(exchanges) {
    const [exchange] = exchanges.slice(-1);
    const couriers = new Map<string, Map<string, unknown>>();
    for (const { shipment, courier, charge } of exchanges.flatMap(chargesIn))
      couriers.set(courier, (couriers.get(courier) ?? new Map<string, unknown>()).set(shipment, charge));
    const often = [...couriers].filter(([, charges]) => charges.size >= enough);
    if (exchange === undefined || often.length === 0) return [];
    const flat = often.filter(([, charges]) => new Set(charges.values()).size === 1);
    if (flat.length < often.length) return [{ exchange, breach: 'pass' }];
    const [name, shipments] = flat[0] ?? [];
    const charge = String([...(shipments?.values() ?? [])][0]);
    const actual = `${charge} from ${name ?? ''} for all of ${shipments?.size ?? 0} shipments`;
    return [{ exchange, breach: { actual, pointer: '/data/0/shipping_charge' } }];
  },
});

/** What each courier charges; shipping that costs nothing costs nothing for any shipment. */
function chargesIn(exchange: CompletedExchange) {
  const shipment = shipmentOf(exchange.request);
  if (shipment === undefined) return [];
  return elementsOf(exchange)
    .filter(({ shipping_charge: charge }) => charge !== 0)
    .map(({ courier_name: name, courier_type: type, shipping_charge: charge }) => ({
      shipment,
      courier: JSON.stringify([name, type]).slice(0, 80),
      charge,
    }));
}
