import { insteadOf } from '../../src/conformance/checks/instead-of.js';
import { followUpsOf } from '../../src/conformance/cases/things/follow-ups.js';
import { idempotencyKeyOf, newRequest } from '../../src/conformance/cases/new-request.js';
import { jsonOf } from '../../src/conformance/target/json-body.js';
import { withJson, type RequestParts } from '../../src/conformance/cases/request.js';
import { isObject, jsonEqual } from '../../src/contract/schema/json-equal.js';
import type { Operation } from '../../src/contract/operations.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { header, type CompletedExchange } from '../../src/conformance/target/exchange.js';
import { statusOfAnotherBody } from '../../src/contract/prose/idempotency-keys.js';
import { changedCopy } from './steps/other-bodies.js';

/** Operations at most that make something: a large document has hundreds. */
const maxMakers = 50;

export default rule({
  title: 'A repeated request with the same Idempotency-Key makes nothing new.',
  level: 'MUST',
  section: 'document',
  sentence: 'The Idempotency-Key of an operation.',
  expected: [
    'the id that the first response has',
    'a refusal, such as 409',
    'with another body: the status that the document has for that',
  ],
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const makers = planner.operations.filter(
      (operation) => operation.method === 'post' && idempotencyKeyOf(planner, operation) !== undefined,
    );
    if (makers.length === 0)
      return { skip: 'no operation of the document has such a key', notApplicable: true };
    const conclusions: Conclusion[] = [];
    for (const maker of makers.filter((one) => planner.isReachable(one)).slice(0, maxMakers))
      conclusions.push(...(await repeated(session, maker)));
    return conclusions;
  },
});

async function repeated(session: Session, operation: Operation): Promise<Conclusion[]> {
  const { planner } = session;
  const common = { operation, accept: planner.successStatuses(operation) };
  const one = await session.send({
    ...{ ...common, detail: 'first', title: 'a valid request', request: newRequest(planner, operation) },
  });
  if (one === undefined || one.response.status >= 300) return [];
  // As it was sent in the end: a server that keeps something unique got other values.
  const { request } = one;
  const sent = (title: string, other: RequestParts) =>
    session.send({ ...common, detail: title, title, request: other, repeats: true });
  const two = await sent('the same request with the same key', request);
  const other = await session.send({
    ...{ ...common, detail: 'another key', title: 'the same request with another key' },
    request: newRequest(planner, operation),
  });
  const conclusions = await withAnotherBody(session, operation, one, sent);
  const ids = [one, two, other].map((exchange) => idOf(session, exchange));
  if (two === undefined || ids.some((id) => id === undefined)) return conclusions;
  // A request that makes nothing new with another key either tells nothing of the first.
  if (jsonEqual(ids[0], ids[2])) return conclusions;
  return [
    ...conclusions,
    { exchange: two, before: [one], breach: jsonEqual(ids[0], ids[1]) ? 'pass' : { actual: 'another id' } },
  ];
}

/** The key of an earlier request with another body, where the document has a status for that. */
async function withAnotherBody(
  { planner }: Session,
  operation: Operation,
  one: CompletedExchange,
  sent: (title: string, other: RequestParts) => Promise<CompletedExchange | undefined>,
): Promise<Conclusion[]> {
  const stated = statusOfAnotherBody(planner.stated.contract.document, operation);
  const { request } = one;
  const body = jsonOf(request.body);
  const other = isObject(body) ? changedCopy(planner, operation, body) : undefined;
  if (stated === undefined || other === undefined) return [];
  const exchange = await sent('another body with the same key', withJson(request, other));
  if (exchange === undefined) return [];
  const { status } = exchange.response;
  return [{ exchange, before: [one], breach: status < 300 ? insteadOf(exchange, stated) : 'pass' }];
}

/** The thing that a successful response has made, by its id or address. */
function idOf({ context }: Session, exchange: CompletedExchange | undefined): unknown {
  if (exchange === undefined || exchange.response.status >= 300) return undefined;
  const [followUp] = followUpsOf(context.stated, exchange);
  if (followUp !== undefined) return followUp.values;
  const { json, response } = exchange;
  return (json.ok && isObject(json.value) ? json.value.id : undefined) ?? header(response, 'location');
}
