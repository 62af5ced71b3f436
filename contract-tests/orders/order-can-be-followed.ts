import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import {
  createOrder,
  lookUp,
  ordersNotCovered,
  quoteRate,
  trackingNumberOf,
  triesOrders,
} from './steps/order-steps.js';

export default rule({
  title: 'A quoted rate can be ordered, and the order found by its tracking number; no other rate can.',
  level: 'ASSUMED',
  section: '4.3',
  sentence: 'The error conventions also mention an order-creation operation and lookups by tracking number.',
  expected: [
    '201 with one order',
    '200 with the same order from the lookup',
    'an error for a rate that was not quoted',
  ],
  appliesTo: { document: 'service' },
  probe: async (session) => {
    if (!triesOrders(session)) return ordersNotCovered;
    const conclusions = [...(await orderOthers(session)), ...(await follow(session))];
    // Below the level, only what is stated of every response is judged.
    return session.planner.covers('createOrder') ? conclusions : [];
  },
});

/** Rates that were never quoted, and what is none. */
const others = ['rate_drydock', 'drydock "x" \\', '', 'rate_'.repeat(200), null, 7, [], {}];

/** No section shows that an order has a reference, or which; other rules look at the responses. */
const references = ['', 'r'.repeat(65), 'r'.repeat(3000), 'Größe 📦 "7" \\ \u0000', null, 7, [], {}];

async function orderOthers(session: Session): Promise<Conclusion[]> {
  const conclusions: Conclusion[] = [];
  for (const rate_id of others) {
    const title = `an order of ${JSON.stringify(rate_id).slice(0, 40)}`;
    const exchange = await createOrder(session, title, { rate_id });
    if (exchange === undefined) continue;
    const { status } = exchange.response;
    conclusions.push({ exchange, breach: status < 300 ? { actual: `status ${status}` } : 'pass' });
  }
  return conclusions;
}

async function follow(session: Session): Promise<Conclusion[]> {
  const quote = await quoteRate(session);
  if (quote === undefined) return [];
  const rateId = quote.id;
  const before = [quote.exchange];
  const created = await createOrder(session, 'an order of a quoted rate', { rate_id: rateId });
  if (created === undefined) return [];
  if (created.response.status !== 201)
    return [{ exchange: created, before, breach: { actual: `status ${created.response.status}` } }];
  const number = trackingNumberOf(created);
  if (number === undefined)
    return [{ exchange: created, before, breach: { actual: 'no tracking number', pointer: '/data/0' } }];
  for (const reference of references)
    await createOrder(session, 'an order with an odd reference', { rate_id: rateId, reference });
  const found = await lookUp(session, number, 'the tracking number of the order');
  if (found === undefined) return [];
  const actual = `status ${found.response.status}, another order or none`;
  const isFound = trackingNumberOf(found) === number;
  return [{ exchange: found, before: [...before, created], breach: isFound ? 'pass' : { actual } }];
}
