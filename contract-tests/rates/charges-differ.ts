import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { shipmentOf } from './shipments/same-shipment.js';

/** So many shipments from half a pound to forty, near and far, don't cost the same by chance. */
const enough = 10;

export default rule({
  title: 'Charges depend on the shipment.',
  level: 'SHOULD',
  section: '1',
  sentence:
    'Calculate shipping rates for one or more boxes, given the box dimensions and items, the shipment weight, a sender address, a receiver address and a delivery type.',
  expected: ['other charges for some of the shipments'],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  conclude(exchanges) {
    const shipments = new Map<string, string>();
    for (const exchange of exchanges) {
      const charges = elementsOf(exchange).map(({ shipping_charge: charge }) => charge);
      const shipment = shipmentOf(exchange.request);
      // Shipping that costs nothing costs nothing for any shipment.
      if (shipment !== undefined && charges.some((charge) => charge !== 0))
        shipments.set(shipment, JSON.stringify(charges.map(String).sort()));
    }
    const exchange = exchanges.at(-1);
    if (exchange === undefined || shipments.size < enough) return [];
    const [charges = '', ...others] = new Set(shipments.values());
    if (others.length > 0) return [{ exchange, breach: 'pass' }];
    const actual = `the charges ${charges.slice(0, 80)} for all of ${shipments.size} shipments`;
    return [{ exchange, breach: { actual, pointer: '/data/0/shipping_charge' } }];
  },
});
