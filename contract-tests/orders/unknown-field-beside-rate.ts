import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { createOrder, ordersNotCovered, quoteRate, triesOrders } from './steps/order-steps.js';

export default rule({
  title: 'An order with an unknown field is an error.',
  level: 'MUST',
  section: '4.3',
  sentence:
    'POST /create-order, is used only as an example of an invalid request; an unknown body field is sent and an error is expected.',
  expected: ['a status of 400 or more'],
  appliesTo: { document: 'service' },
  probe: async (session) => (triesOrders(session) ? order(session) : ordersNotCovered),
});

async function order(session: Session): Promise<Conclusion[]> {
  const rateId = await quoteRate(session);
  if (rateId === undefined) return [];
  const body = { rate_id: rateId, drydock_unknown_field: 'x' };
  const exchange = await createOrder(session, 'an order with an unknown field', body);
  if (exchange === undefined) return [];
  const { status } = exchange.response;
  return [{ exchange, breach: status >= 400 ? 'pass' : { actual: `status ${status}` } }];
}
