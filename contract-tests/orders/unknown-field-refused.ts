import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { rejectedFor } from '../../src/conformance/rules/traffic-request.js';

export default rule({
  title: 'POST /create-order with only an unknown field is an error.',
  level: 'MUST',
  section: '4.3',
  sentence:
    'POST /create-order, is used only as an example of an invalid request; an unknown body field is sent and an error is expected.',
  expected: ['a status of 400 or more', '404, 405 or 501 where orders do not exist'],
  appliesTo: { document: 'service' },
  inTraffic: (request) =>
    request.operation.id === 'createOrder' ? rejectedFor(['unknown field'])(request) : undefined,
  cases(planner) {
    const operation = planner.operation('createOrder');
    return [
      {
        detail: 'unknown',
        title: 'POST /create-order with an unknown field',
        operation,
        // The body names no rate, so that there is nothing to order.
        harmless: true,
        request: withJson(planner.request(operation), { drydock_unknown_field: 'x' }),
        accept: [],
        level: 'MUST',
        responseLevel: 'MUST',
      },
    ];
  },
  check: ({ response }) => (response.status >= 400 ? 'pass' : { actual: `status ${response.status}` }),
});
