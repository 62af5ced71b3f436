import { rule, type Conclusion, type Skip } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import { requestedWait } from '../../src/conformance/target/requested-wait.js';

/** Requests that are sent at the same time to meet the rate limit. */
const concurrency = 8;
/** Added to the wait, because a clock that counts whole seconds may be almost one behind. */
const clockMarginMs = 1000;

export default rule({
  title: 'After the wait that a 429 names, requests are served again.',
  level: 'MUST',
  section: '7 rule 3',
  sentence: 'Clients are advised to back off exponentially and to retry after that wait.',
  expected: ['a status other than 429 after the wait'],
  inOtherDocuments: {
    level: 'SHOULD',
    section: 'RFC 9110 10.2.3',
    sentence:
      'Servers send the Retry-After header field to indicate how long the user agent ought to wait before making a follow-up request.',
  },
  appliesTo: { document: 'any' },
  conclude(_exchanges, { shortWait }) {
    if (shortWait === undefined) return [];
    const { exchange, actual } = shortWait;
    return [{ exchange, breach: { actual, kind: 'status 429 after the wait' } }];
  },
  async probe(session) {
    if (session.probeRateLimit === 0)
      return { skip: 'the rate limit was not looked for', option: 'probeRateLimit', value: 'N' };
    const rateLimited = await findLimit(session);
    if (rateLimited === undefined)
      return { skip: `no 429 within ${session.probeRateLimit} requests`, notApplicable: true };
    return recover(session, rateLimited);
  },
});

/** Sends requests, a few at once, until the first 429. */
async function findLimit(session: Session): Promise<CompletedExchange | undefined> {
  for (let sent = 0; sent < session.probeRateLimit; sent += concurrency) {
    const count = Math.min(concurrency, session.probeRateLimit - sent);
    const exchanges = await Promise.all(
      Array.from({ length: count }, (_, index) => sendNext(session, sent + index)),
    );
    const rateLimited = exchanges.find((exchange) => exchange?.response.status === 429);
    if (rateLimited) return rateLimited;
  }
  return undefined;
}

async function sendNext(session: Session, index: number): Promise<CompletedExchange | undefined> {
  const { operations } = session.planner;
  const operation = operations.find(({ method }) => method === 'get') ?? operations[0];
  if (operation === undefined) return undefined;
  return session.send({
    detail: String(index),
    title: 'a valid request among many',
    operation,
    request: session.planner.request(operation),
    accept: [],
  });
}

async function recover(session: Session, rateLimited: CompletedExchange): Promise<Conclusion[] | Skip> {
  const wait = requestedWait(rateLimited.response, session.context.now());
  if (wait === undefined) return { skip: 'the 429 names no wait' };
  if (!(await session.wait(wait + clockMarginMs)))
    return { skip: `the wait of ${wait / 1000} s is longer than the run may last` };
  const exchange = await sendNext(session, session.probeRateLimit);
  if (exchange === undefined) return { skip: 'the request after the wait got no response' };
  const { status } = exchange.response;
  const breach =
    status === 429 ? { actual: `status 429 after the wait of ${wait / 1000} s` } : ('pass' as const);
  return [{ exchange, breach }];
}
