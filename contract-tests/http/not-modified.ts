import { withHeaders } from '../../src/conformance/cases/request.js';
import { header } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { Conclusion, Skip } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';

export default rule({
  title: 'A client that has the current response already gets it again or a 304.',
  level: 'MUST',
  section: 'RFC 9110 13.1.2',
  sentence:
    'If the condition is false, the origin server MUST respond with either the 304 (Not Modified) status code if the request method is GET or HEAD or the 412 (Precondition Failed) status code for all other request methods.',
  expected: ['the documented status of success', 'status 304, without a body'],
  appliesTo: { document: 'any' },
  async probe(session) {
    const operations = session.planner.operations.filter(({ method }) => method === 'get');
    const conclusions: Conclusion[] = [];
    for (const operation of operations.slice(0, 2))
      conclusions.push(...(await revalidate(session, operation)));
    return conclusions.length > 0 ? conclusions : noValidator;
  },
});

const noValidator: Skip = { skip: 'no response had an ETag', notApplicable: true };

async function revalidate(
  session: Session,
  operation: Session['planner']['operations'][number],
): Promise<Conclusion[]> {
  const request = session.planner.request(operation);
  const accept = session.planner.successStatuses(operation);
  const common = { operation, accept };
  const first = await session.send({ ...common, detail: 'first', title: 'a valid request', request });
  const tag = first && header(first.response, 'etag');
  if (tag === undefined || !accept.includes(first?.response.status ?? 0)) return [];
  const again = await session.send({
    ...common,
    detail: 'again',
    title: 'a request with the ETag of the response that it got',
    request: withHeaders(request, { 'If-None-Match': tag }),
  });
  if (again === undefined || again.response.status === 429) return [];
  const { status } = again.response;
  return [
    {
      exchange: again,
      breach: status === 304 || accept.includes(status) ? 'pass' : { actual: `status ${status}` },
    },
  ];
}
