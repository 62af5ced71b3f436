import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule, type Conclusion, type Skip } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';

const noCookie: Skip = { skip: 'no response set a cookie', notApplicable: true };

export default rule({
  title: 'A cookie of the server does not stand for the key.',
  level: 'MUST',
  section: '5 rule 1',
  sentence:
    'Every request carries the header Authorization with the value Bearer followed by a space and <API_KEY>.',
  expected: ['status 401'],
  appliesTo: { document: 'service' },
  probe: async (session) => (session.planner.keys.valid === undefined ? noCookie : comeBack(session)),
});

/** Asks with the key, and again with nothing but the cookies that came. */
async function comeBack(session: Session): Promise<Conclusion[] | Skip> {
  const { planner } = session;
  const operation = planner.operation('listCategories');
  const first = await session.send({
    detail: 'first',
    title: 'a valid request',
    operation,
    request: planner.request(operation),
    accept: planner.successStatuses(operation),
  });
  const cookies = (first?.response.headers ?? []).flatMap(([name, value]) =>
    name.toLowerCase() === 'set-cookie' ? [value.split(';', 1)[0] ?? ''] : [],
  );
  if (cookies.length === 0) return noCookie;
  const exchange = await session.send({
    detail: 'again',
    title: 'without a key, with the cookies that it got',
    operation,
    request: withHeaders(planner.requestWithoutKey(operation), { Cookie: cookies.join('; ') }),
    accept: planner.unauthorizedStatuses,
  });
  if (exchange === undefined || exchange.response.status === 429) return [];
  const { status } = exchange.response;
  return [{ exchange, breach: status === 401 ? 'pass' : { actual: `status ${status}` } }];
}
