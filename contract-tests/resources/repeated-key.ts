import { followUpsOf } from '../../src/conformance/cases/follow-ups.js';
import { idempotencyKeyOf, newRequest } from '../../src/conformance/cases/new-request.js';
import { isObject, jsonEqual } from '../../src/contract/schema/json-equal.js';
import type { Operation } from '../../src/contract/operations.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { header, type CompletedExchange } from '../../src/conformance/target/exchange.js';

export default rule({
  title: 'A repeated request with the same Idempotency-Key makes nothing new.',
  level: 'MUST',
  section: 'document',
  sentence: 'The Idempotency-Key of an operation.',
  expected: ['the id that the first response has', 'a refusal, such as 409'],
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const makers = planner.operations.filter(
      (operation) => operation.method === 'post' && idempotencyKeyOf(planner, operation) !== undefined,
    );
    if (makers.length === 0)
      return { skip: 'no operation of the document has such a key', notApplicable: true };
    const conclusions: Conclusion[] = [];
    for (const maker of makers.filter(({ path }) => !path.includes('{')))
      conclusions.push(...(await repeated(session, maker)));
    return conclusions;
  },
});

async function repeated(session: Session, operation: Operation): Promise<Conclusion[]> {
  const { planner } = session;
  const request = newRequest(planner, operation);
  const sent = (title: string) =>
    session.send({
      ...{ detail: title, title, operation, request, repeats: true },
      accept: planner.successStatuses(operation),
    });
  const [one, two, other] = [
    await sent('a valid request'),
    await sent('the same request with the same key'),
    await session.send({
      ...{ detail: 'another key', title: 'the same request with another key', operation },
      request: newRequest(planner, operation),
      accept: planner.successStatuses(operation),
    }),
  ];
  const ids = [one, two, other].map((exchange) => idOf(session, exchange));
  if (two === undefined || ids.some((id) => id === undefined)) return [];
  // What makes nothing new with another key either tells nothing of the first.
  if (jsonEqual(ids[0], ids[2])) return [];
  return [{ exchange: two, breach: jsonEqual(ids[0], ids[1]) ? 'pass' : { actual: 'another id' } }];
}

/** What a successful response has made, by its id or address. */
function idOf({ context }: Session, exchange: CompletedExchange | undefined): unknown {
  if (exchange === undefined || exchange.response.status >= 300) return undefined;
  const [followUp] = followUpsOf(context.stated, exchange);
  if (followUp !== undefined) return followUp.values;
  const { json, response } = exchange;
  return (json.ok && isObject(json.value) ? json.value.id : undefined) ?? header(response, 'location');
}
