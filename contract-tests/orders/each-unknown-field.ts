import { errorTexts } from '../../src/conformance/checks/envelope.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import { createOrder, ordersNotCovered, triesOrders } from './steps/order-steps.js';

const first = 'drydock_first_field';
const names = [first, 'drydock_second_field', 'drydock_third_field'];

export default rule({
  title: 'Each unknown field of an order has a string of its own in errors.',
  level: 'MUST',
  section: '7 rule 2',
  sentence: 'A 400 response lists one string per problem in errors.',
  expected: ['a string for each of three unknown fields, where one is named alone'],
  appliesTo: { document: 'service' },
  probe: async (session) => (triesOrders(session) ? order(session) : ordersNotCovered),
});

/** The fields that an order needs are not shown (4.3), so three are judged only where a single one is named. */
async function order(session: Session): Promise<Conclusion[]> {
  const single = await createOrder(session, 'an order with one unknown field', bodyWith([first]));
  if (single?.response.status !== 400 || textsWith(single, first).length !== 1) return [];
  const exchange = await createOrder(session, 'an order with three unknown fields', bodyWith(names));
  if (exchange?.response.status !== 400) return [];
  const texts = new Set(names.flatMap((name) => textsWith(exchange, name).slice(0, 1)));
  const actual = `${texts.size} of ${names.length} unknown fields told apart`;
  return [
    {
      exchange,
      before: [single],
      breach: texts.size === names.length ? 'pass' : { actual, pointer: '/errors' },
    },
  ];
}

function bodyWith(fields: readonly string[]): object {
  return Object.fromEntries(fields.map((name) => [name, 'x']));
}

function textsWith(exchange: CompletedExchange, name: string): string[] {
  return errorTexts(exchange).filter((text) => text.includes(name));
}
