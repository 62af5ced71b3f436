import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { unlikelyShipments } from './shipments/shipments.js';

export default rule({
  title:
    'A shipment that hardly any courier takes is answered in order: with rates, with none, or as invalid.',
  level: 'MUST',
  section: '2.1',
  sentence: 'data: Result objects; an empty array when there are no results and on errors.',
  expected: ['status 200, with data empty when there are no rates', 'status 400'],
  scope: 'service',
  priority: 2,
  cases(planner) {
    const operation = planner.operation('getShippingRates');
    if (operation === undefined) return { skip: 'the document has no getShippingRates', notApplicable: true };
    return unlikelyShipments().map(({ detail, title, body }) => ({
      detail,
      title,
      operation,
      request: withJson(planner.request(operation), body),
      accept: [200, 400],
    }));
  },
});
