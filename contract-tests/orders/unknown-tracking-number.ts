import { rule } from '../../src/conformance/rules/rule.js';
import { errorTexts } from '../../src/conformance/checks/envelope.js';

const trackingNumber = 'DDK0000000000';

export default rule({
  title: 'An unknown tracking number is 404, and the answer names it.',
  level: 'ASSUMED',
  section: '7 rule 4',
  sentence: 'A 404 example has the message "Order not found" and an errors entry naming the tracking number.',
  expected: ['status 404, with the tracking number in errors'],
  scope: 'service',
  cases(planner) {
    const operation = planner.operations.find(({ id }) => id === 'getOrder');
    if (operation === undefined) return { skip: 'orders are not tried at this level (--level should)' };
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
  judge(exchange) {
    if (exchange.outcome.status !== 404) return { actual: `status ${exchange.outcome.status}` };
    const named = errorTexts(exchange).some((text) => text.includes(trackingNumber));
    return named ? 'kept' : { actual: 'nothing names the tracking number', pointer: '/errors' };
  },
});
