import { withHeaders } from '../../src/conformance/cases/request.js';
import { header, type CompletedExchange } from '../../src/conformance/target/exchange.js';
import { rule, type Conclusion, type Skip } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';

/** A tag that no server gave. */
const unknownTag = '"drydock-5f1d0c"';

export default rule({
  title: 'A client that has the current response gets it again or a 304, and any other client gets it.',
  level: 'MUST',
  section: '4.1',
  sentence:
    'Success response: envelope with data = array of Category (2.2), status = true, response_code = "200".',
  expected: [
    'the documented status of success',
    'status 304, without a body, for the ETag that the client got',
  ],
  inOtherDocuments: {
    section: 'RFC 9110 13.1.2',
    sentence:
      'If the condition is false, the origin server MUST respond with either the 304 (Not Modified) status code if the request method is GET or HEAD or the 412 (Precondition Failed) status code for all other request methods.',
  },
  appliesTo: { document: 'any' },
  async probe(session) {
    const operations = session.planner.operations.filter(({ method }) => method === 'get');
    const conclusions: Conclusion[] = [];
    for (const operation of operations.slice(0, 2))
      conclusions.push(...(await revalidate(session, operation)));
    return conclusions.length > 0 ? conclusions : noGet;
  },
});

const noGet: Skip = { skip: 'no GET was served', notApplicable: true };

async function revalidate(
  session: Session,
  operation: Session['planner']['operations'][number],
): Promise<Conclusion[]> {
  const request = session.planner.request(operation);
  const accept = session.planner.successStatuses(operation);
  const common = { operation, accept };
  const first = await session.send({ ...common, detail: 'first', title: 'a valid request', request });
  if (first === undefined || !accept.includes(first.response.status)) return [];
  const other = await session.send({
    ...common,
    detail: 'other',
    title: 'a request with the ETag of another response',
    request: withHeaders(request, { 'If-None-Match': unknownTag }),
  });
  const conclusions =
    other === undefined || other.response.status === 429 ? [] : [concluded(first, other, accept)];
  const tag = header(first.response, 'etag');
  if (tag === undefined) return conclusions;
  const again = await session.send({
    ...common,
    detail: 'again',
    title: 'a request with the ETag of the response that it got',
    request: withHeaders(request, { 'If-None-Match': tag }),
  });
  if (again === undefined || again.response.status === 429) return conclusions;
  return [...conclusions, concluded(first, again, [...accept, 304])];
}

function concluded(
  first: CompletedExchange,
  exchange: CompletedExchange,
  accept: readonly number[],
): Conclusion {
  const { status } = exchange.response;
  return {
    exchange,
    before: [first],
    breach: accept.includes(status) ? 'pass' : { actual: `status ${status}` },
  };
}
