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

/** Names that a table of fields, a convention for extensions or a pattern may pass over; one must be escaped where it is echoed. */
const names = [
  ...['', '_drydock', '__proto__', 'constructor', 'RATE_ID', 'rate_id ', '0', 'ä', 'drydock "x" \\ \n'],
  ...['x', 'x-drydock', 'X_Drydock', 'xDrydock', '$drydock', '@drydock', '#drydock', '.drydock'],
  ...['drydock-field', 'drydock.field', 'drydock[0]', 'drydockField', 'DRYDOCK', 'drydock'.repeat(40)],
  ...['rateId', 'rate-id', 'rateid', 'rate', 'Reference', 'ref'],
  // Fields that a server states of an order, and a client doesn't.
  ...['id', 'status', 'tracking_number', 'shipping_charge'],
];

/**
 * Fields beside the rate that no order has: of ordinary names and values, of values that a check for truth takes for an absent
 * field, and of names that a table of fields may miss; then rates of wrong types with one.
 */
function bodies(rateId: string): readonly (readonly [title: string, body: object])[] {
  const wrongRates = [null, 7, true, [], {}, '', 'drydock "x" \\ \u0007', 'rate_'.repeat(200)].map(
    (rate_id): [string, object] => [
      `an order with an unknown field, and ${JSON.stringify(rate_id)} as its rate`,
      { rate_id, drydock_unknown_field: 'x' },
    ],
  );
  const unknown = ['x', false, 0, '', null, [], {}].map((value): [string, object] => [
    `an order with an unknown field that is ${JSON.stringify(value)}`,
    { rate_id: rateId, drydock_unknown_field: value },
  ]);
  const named = names.map((name): [string, object] => [
    `an order with an unknown field called ${JSON.stringify(name)}`,
    { rate_id: rateId, [name]: 'x' },
  ]);
  return [...unknown, ...named, ...wrongRates];
}

async function order(session: Session): Promise<Conclusion[]> {
  const quote = await quoteRate(session);
  if (quote === undefined) return [];
  const before = [quote.exchange];
  const conclusions: Conclusion[] = [];
  for (const [title, body] of bodies(quote.id)) {
    const exchange = await createOrder(session, title, body);
    if (exchange === undefined) return conclusions;
    const { status } = exchange.response;
    if (status < 400) return [...conclusions, { exchange, before, breach: { actual: `status ${status}` } }];
    conclusions.push({ exchange, breach: 'pass' });
  }
  return conclusions;
}
