import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { shipments, unstatedShipments } from './shipments/shipments.js';

export default rule({
  title: 'Every ordinary shipment gets rates.',
  level: 'MUST',
  section: '4.2',
  sentence:
    'Calculate shipping rates for one or more boxes, given the box dimensions and items, the shipment weight, a sender address, a receiver address and a delivery type.',
  expected: ['status 200'],
  appliesTo: { document: 'service' },
  priority: 1,
  cases(planner) {
    const operation = planner.operation('getShippingRates');
    const stated = shipments(planner.random('shipments')).map((one) => ({ ...one, accept: [200] }));
    // A server may have bounds that are not shown (section 8), and says so with a 400.
    const unstated = unstatedShipments().map((one) => ({ ...one, accept: [200, 400] }));
    return [...stated, ...unstated].map(({ detail, title, body, accept }) => ({
      detail,
      title,
      operation,
      request: withJson(planner.request(operation), body),
      accept,
    }));
  },
  check({ case: item, response: { status } }) {
    if (status === 200) return 'pass';
    return {
      actual: `status ${status}`,
      ...(item.accept.includes(status) ? { level: 'ASSUMED' as const } : {}),
    };
  },
});
