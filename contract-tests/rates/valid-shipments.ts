import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { shipments } from './shipments/shipments.js';

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
    return shipments(planner.random('shipments')).map(({ detail, title, body }) => ({
      detail,
      title,
      operation,
      request: withJson(planner.request(operation), body),
      accept: [200],
    }));
  },
});
