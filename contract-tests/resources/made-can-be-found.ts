import { followUpsOf, hasFollowUps, type FollowUp } from '../../src/conformance/cases/things/follow-ups.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import type { Operation } from '../../src/contract/operations.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

/** Operations at most that make something: a large document has hundreds. */
const maxMakers = 50;

export default rule({
  title: 'What a POST has made can be asked for by its id.',
  level: 'MUST',
  section: 'document',
  sentence: 'The operations that take an id which a response gave.',
  expected: ['a status other than 404 and 410'],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const makers = planner.operations.filter((operation) => hasFollowUps(planner.stated, operation));
    if (makers.length === 0)
      return { skip: 'no operation of the document makes what another names', notApplicable: true };
    const conclusions: Conclusion[] = [];
    for (const maker of makers.slice(0, maxMakers)) conclusions.push(...(await tried(session, maker)));
    return conclusions;
  },
});

/** Makes something, and asks every operation for it; the last removes it again. */
async function tried(session: Session, maker: Operation): Promise<Conclusion[]> {
  const { planner, context } = session;
  const made = await session.send({
    detail: '',
    title: 'a valid request',
    operation: maker,
    request: newRequest(planner, maker),
    accept: planner.successStatuses(maker),
  });
  if (made === undefined || made.response.status >= 300) return [];
  const conclusions: Conclusion[] = [];
  for (const followUp of followUpsOf(context.stated, made)) {
    const exchange = await asked(session, maker, followUp);
    if (exchange === undefined) continue;
    const { status } = exchange.response;
    const isGone = status === 404 || status === 410;
    if (!isGone && status >= 300) continue;
    // Paths alone don't say that what one operation makes is what the other has.
    const level = followUp.isLinked ? 'MUST' : 'SHOULD';
    conclusions.push({ exchange, breach: isGone ? { actual: `status ${status}`, level } : 'pass' });
  }
  return conclusions;
}

function asked(
  session: Session,
  maker: Operation,
  { operation, values }: FollowUp,
): Promise<CompletedExchange | undefined> {
  const { planner } = session;
  return session.send({
    detail: maker.id,
    title: `${operation.method.toUpperCase()} of what ${maker.id} has just made`,
    operation,
    request: planner.request(operation, values),
    accept: planner.successStatuses(operation),
  });
}
