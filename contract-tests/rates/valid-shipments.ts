import { withJson } from '../../src/conformance/cases/request.js';
import { errorTexts } from '../../src/conformance/checks/envelope.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { shipments, unstatedShipments } from './shipments/shipments.js';

/** An error that says so of a field. */
const missing = /\b(?:required|missing|empty|blank|not (?:set|given|provided))\b/i;

export default rule({
  title: 'Every ordinary shipment gets rates.',
  level: 'MUST',
  section: '4.2',
  sentence:
    'Calculate shipping rates for one or more boxes, given the box dimensions and items, the shipment weight, a sender address, a receiver address and a delivery type.',
  expected: ['status 200', 'no error about a missing field'],
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
  check(exchange) {
    const {
      case: item,
      response: { status },
    } = exchange;
    if (status === 200) return 'pass';
    // No field is missing from any of them.
    const missed =
      item.id.endsWith('/like-nothing') && errorTexts(exchange).find((text) => missing.test(text));
    if (missed) return { actual: `${JSON.stringify(missed.slice(0, 200))}, where nothing is missing` };
    return {
      actual: `status ${status}`,
      ...(item.accept.includes(status) ? { level: 'ASSUMED' as const } : {}),
    };
  },
});
