import { errorTexts } from '../../src/conformance/checks/envelope.js';
import { rule } from '../../src/conformance/rules/rule.js';

const trackingNumber = 'DDK0000000000';
/** Where orders have no such path, or the specification leaves the rest open: anything but a success. */
const noSuccess = Array.from({ length: 300 }, (_, index) => 300 + index);

export default rule({
  title: 'An unknown tracking number gets a 404 that names it, and no success.',
  level: 'MUST',
  section: '7',
  sentence:
    '404 Not Found: Resource not found; errors may name the missing resource identifier, e.g. a tracking number <tracking_number>.',
  expected: ['status 404, with the tracking number in errors', 'status 404 where there is no such path'],
  appliesTo: { document: 'service' },
  cases(planner) {
    const operation = planner.operation('getOrder');
    const path = operation.path.replace('{tracking_number}', trackingNumber);
    return [
      {
        detail: 'unknown',
        title: 'an unknown tracking number',
        operation,
        request: { ...planner.request(operation), path },
        accept: planner.covers('getOrder') ? [404] : noSuccess,
        level: 'MUST',
        responseLevel: 'MUST',
      },
    ];
  },
  check(exchange) {
    const { status } = exchange.response;
    const actual = `status ${status}`;
    if (status < 300) return { actual };
    if (exchange.case.accept.includes(status) && status !== 404) return 'pass';
    // The path, and what a 404 says, are assumptions.
    if (status !== 404) return { actual, level: 'ASSUMED' };
    const named = errorTexts(exchange).some((text) => text.includes(trackingNumber));
    if (named || exchange.case.accept.length > 1) return 'pass';
    return { actual: 'nothing names the tracking number', pointer: '/errors', level: 'ASSUMED' };
  },
});
