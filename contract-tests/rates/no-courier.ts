import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { unlikelyShipments } from './shipments/shipments.js';

export default rule({
  title: 'A shipment that few couriers carry gets rates, an empty list, or a proper rejection.',
  level: 'MUST',
  section: '2.1',
  sentence: 'data: Result objects; an empty array when there are no results and on errors.',
  expected: ['status 200, with data empty when there are no rates', 'status 400'],
  appliesTo: { document: 'service' },
  priority: 2,
  cases(planner) {
    const operation = planner.operation('getShippingRates');
    return unlikelyShipments().map(({ detail, title, body }) => ({
      detail,
      title,
      operation,
      request: withJson(planner.request(operation), body),
      accept: [200, 400],
    }));
  },
  check({ case: { accept }, response: { status } }) {
    if (accept.includes(status)) return 'pass';
    // For whom a shipment without a courier is a resource that is not found, no sentence says otherwise.
    return { actual: `status ${status}`, level: status === 404 ? 'SHOULD' : 'MUST' };
  },
});
