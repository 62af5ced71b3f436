import type { AnsweredExchange } from '../../src/conformance/target/exchange.js';
import { namedWait } from '../../src/conformance/target/requested-wait.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { Conclusion, Session, Skip } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'After the wait that a 429 names, requests are served again.',
  level: 'MUST',
  section: '7 rule 3',
  sentence: 'Clients are advised to back off exponentially and to retry after that wait.',
  expected: ['an answer other than 429 to a request after the wait'],
  scope: 'any',
  conclude(_exchanges, { refusedForGood }) {
    return refusedForGood === undefined
      ? []
      : [
          {
            exchange: refusedForGood,
            breach: { actual: 'status 429 after each of five waits that it named' },
          },
        ];
  },
  async probe(session) {
    if (session.probeRateLimit === 0)
      return { skip: 'the rate limit was not looked for (--probe-rate-limit N)' };
    const refused = await findLimit(session);
    if (refused === undefined)
      return { skip: `no 429 within ${session.probeRateLimit} requests`, notApplicable: true };
    return recover(session, refused);
  },
});

/** Sends requests, a few at once, until the first 429. */
async function findLimit(session: Session): Promise<AnsweredExchange | undefined> {
  const atOnce = 8;
  for (let sent = 0; sent < session.probeRateLimit; sent += atOnce) {
    const count = Math.min(atOnce, session.probeRateLimit - sent);
    const exchanges = await Promise.all(
      Array.from({ length: count }, (_, index) => ask(session, sent + index)),
    );
    const refused = exchanges.find((exchange) => exchange?.outcome.status === 429);
    if (refused) return refused;
  }
  return undefined;
}

async function ask(session: Session, index: number): Promise<AnsweredExchange | undefined> {
  const operations = session.planner.operations.filter(({ method }) => method === 'get');
  const operation = operations[0] ?? session.planner.operations[0];
  if (operation === undefined) return undefined;
  const request = session.planner.request(operation);
  const exchange = await session.send({
    detail: String(index),
    title: 'a valid request among many',
    operation,
    request,
    accept: [],
  });
  return session.answered(exchange);
}

async function recover(session: Session, refused: AnsweredExchange): Promise<Conclusion[] | Skip> {
  const wait = namedWait(refused.outcome, session.judging.now());
  if (wait === undefined) return { skip: 'the 429 names no wait' };
  // A clock that counts whole seconds may be almost one behind.
  if (!(await session.wait(wait + 1000)))
    return { skip: `the wait of ${wait / 1000} s is longer than the run may last` };
  const after = await ask(session, session.probeRateLimit);
  if (after === undefined) return { skip: 'the request after the wait got no answer' };
  const breach =
    after.outcome.status === 429
      ? { actual: `status 429 after the wait of ${wait / 1000} s` }
      : ('kept' as const);
  return [{ exchange: after, breach }];
}
