import type { AnsweredExchange } from '../../src/conformance/target/exchange.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { Conclusion, Session } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'A quoted rate can be ordered, and the order found by its tracking number.',
  level: 'ASSUMED',
  section: '4.3',
  sentence: 'The error conventions also mention an order-creation operation and lookups by tracking number.',
  expected: ['201 with one order', '200 with the same order from the lookup'],
  scope: 'service',
  async probe(session) {
    if (!session.planner.operations.some(({ id }) => id === 'createOrder'))
      return { skip: 'orders are not tried at this level (--level should)' };
    return follow(session);
  },
});

async function follow(session: Session): Promise<Conclusion[]> {
  const rates = await ask(session, 'getShippingRates', 'rates');
  const rateId = rates && elementsOf(rates)[0]?.id;
  if (typeof rateId !== 'string') return [];
  const created = await ask(session, 'createOrder', 'create', { rate_id: rateId });
  if (created === undefined) return [];
  if (created.outcome.status !== 201)
    return [{ exchange: created, breach: { actual: `status ${created.outcome.status}` } }];
  const number = elementsOf(created)[0]?.tracking_number;
  if (typeof number !== 'string')
    return [{ exchange: created, breach: { actual: 'no tracking number', pointer: '/data/0' } }];
  const found = await ask(session, 'getOrder', 'lookup', undefined, number);
  if (found === undefined) return [];
  const same = elementsOf(found)[0]?.tracking_number === number;
  return [
    {
      exchange: found,
      breach: same ? 'kept' : { actual: `status ${found.outcome.status}, another order or none` },
    },
  ];
}

async function ask(
  session: Session,
  id: string,
  detail: string,
  body?: unknown,
  number?: string,
): Promise<AnsweredExchange | undefined> {
  const operation = session.planner.operation(id);
  if (operation === undefined) return undefined;
  const valid = session.planner.request(operation);
  const path =
    number === undefined
      ? valid.path
      : operation.path.replace('{tracking_number}', encodeURIComponent(number));
  const request = { ...(body === undefined ? valid : withJson(valid, body)), path };
  return session.answered(
    await session.send({ detail, title: detail, operation, request, accept: [], answerLevel: 'MUST' }),
  );
}
