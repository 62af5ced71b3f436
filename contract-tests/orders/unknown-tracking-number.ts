import { rule } from '../../src/conformance/rules/rule.js';
import { errorTexts } from '../../src/conformance/checks/envelope.js';

import { ordersNotCovered } from './steps/order-steps.js';

const trackingNumber = 'DDK0000000000';

export default rule({
  title: 'An unknown tracking number gets a 404 that names it.',
  level: 'ASSUMED',
  section: '7 rule 4',
  sentence: 'A 404 example has the message "Order not found" and an errors entry naming the tracking number.',
  expected: ['status 404, with the tracking number in errors'],
  appliesTo: { document: 'service' },
  cases(planner) {
    if (!planner.covers('getOrder')) return ordersNotCovered;
    const operation = planner.operation('getOrder');
    const request = planner.request(operation);
    const path = operation.path.replace('{tracking_number}', trackingNumber);
    return [
      {
        detail: 'unknown',
        title: 'an unknown tracking number',
        operation,
        request: { ...request, path },
        accept: [404],
      },
    ];
  },
  check(exchange) {
    if (exchange.response.status !== 404) return { actual: `status ${exchange.response.status}` };
    const named = errorTexts(exchange).some((text) => text.includes(trackingNumber));
    return named ? 'pass' : { actual: 'nothing names the tracking number', pointer: '/errors' };
  },
});
