import { withHeaders, withQuery } from '../../src/conformance/cases/request.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { rule, type Conclusion, type Skip } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';

const noWrites: Skip = { skip: 'it may delete what it finds', option: 'allowWrites' };

export default rule({
  title: 'A GET stays a GET, whatever method its headers and its query name.',
  level: 'MUST',
  section: '4.1',
  sentence: 'Method: GET. Path: /categories. Query parameters: none.',
  expected: ['a list of the same categories afterwards'],
  appliesTo: { document: 'service' },
  probe: async (session) => (session.planner.allowWrites ? override(session) : noWrites),
});

/** Other frameworks read the method off these. */
async function override(session: Session): Promise<Conclusion[]> {
  const operation = session.planner.operation('listCategories');
  const request = session.planner.request(operation);
  const common = { operation, accept: [], responseLevel: 'SHOULD' } as const;
  const list = (title: string) => session.send({ operation, accept: [], detail: 'list', title, request });
  const before = await list('a list before a GET that names DELETE');
  if (before === undefined || elementsOf(before).length === 0) return [];
  const names = ['X-HTTP-Method-Override', 'X-Method-Override', 'X-HTTP-Method'];
  const headers = Object.fromEntries(names.map((name) => [name, 'DELETE']));
  const named = [
    ['headers', withHeaders(request, headers)],
    ['query', withQuery(request, '_method', 'DELETE')],
  ] as const;
  for (const [detail, sent] of named)
    await session.send({
      ...common,
      detail,
      title: `a GET that names DELETE in its ${detail}`,
      request: sent,
    });
  const after = await list('a list after a GET that names DELETE');
  if (after?.response.status !== 200) return [];
  const left = new Set(elementsOf(after).map(({ id }) => id));
  const gone = elementsOf(before).filter(({ id }) => !left.has(id)).length;
  const actual = `${gone} categories less than before a GET that names DELETE`;
  return [{ exchange: after, breach: gone > 0 ? { actual, pointer: '/data' } : 'pass' }];
}
