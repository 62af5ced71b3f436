import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { Conclusion, Session } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'An order with an unknown field is an error.',
  level: 'MUST',
  section: '4.3',
  sentence:
    'POST /create-order, is used only as an example of an invalid request; an unknown body field is sent and an error is expected.',
  expected: ['a status of 400 or more'],
  scope: 'service',
  async probe(session) {
    // Judged only where orders are asked for: a server that takes the field would make an order.
    if (!session.planner.operations.some(({ id }) => id === 'createOrder'))
      return { skip: 'orders are not tried at this level (--level should)' };
    return order(session);
  },
});

async function order(session: Session): Promise<Conclusion[]> {
  const { planner } = session;
  const [rates, create] = [planner.operation('getShippingRates'), planner.operation('createOrder')];
  if (rates === undefined || create === undefined) return [];
  const quoted = session.answered(
    await session.send({
      detail: 'rates',
      title: 'rates to order from',
      operation: rates,
      request: planner.request(rates),
      accept: [],
    }),
  );
  const id = quoted && elementsOf(quoted)[0]?.id;
  if (typeof id !== 'string') return [];
  const request = withJson(planner.request(create), { rate_id: id, drydock_unknown_field: 'x' });
  const draft = {
    detail: 'create',
    title: 'an order with an unknown field',
    operation: create,
    request,
    accept: [],
    answerLevel: 'MUST',
  } as const;
  const made = session.answered(await session.send(draft));
  if (made === undefined) return [];
  return [
    {
      exchange: made,
      breach: made.outcome.status >= 400 ? 'kept' : { actual: `status ${made.outcome.status}` },
    },
  ];
}
