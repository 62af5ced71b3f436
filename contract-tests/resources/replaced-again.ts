import { newRequest } from '../../src/conformance/cases/new-request.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import { visitAll } from './steps/existing-things.js';
import { keepsNothing, keepsThings } from './steps/memory.js';

export default rule({
  title: 'A PUT of something that is there is not answered as if it had made it.',
  level: 'MUST',
  section: 'RFC 9110 9.3.4',
  sentence:
    'If the target resource does have a current representation and that representation is successfully modified in accordance with the state of the enclosed representation, then the origin server MUST send either a 200 (OK) or a 204 (No Content) response to indicate successful completion of the request.',
  expected: ['after a PUT that has succeeded: for the same PUT again, a status other than 201'],
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const conclusions: Conclusion[] = [];
    // A document that has 201 alone states that itself.
    const puts = planner.operations.filter(
      ({ method, responses }) => method === 'put' && ['200', '204'].some((status) => responses.has(status)),
    );
    const tried = new Set<string>();
    const putTwice = async (operation: (typeof puts)[number], values: Readonly<Record<string, unknown>>) => {
      tried.add(operation.id);
      const put = (title: string) =>
        session.send({
          ...{
            detail: `${operation.id} ${title}`,
            title,
            operation,
            accept: planner.successStatuses(operation),
          },
          request: newRequest(planner, operation, values),
        });
      const first = await put('a valid request');
      if (first === undefined || first.response.status >= 300) return;
      const again = await put('the same request again');
      if (again === undefined || again.response.status >= 300) return;
      const isNew = again.response.status === 201;
      conclusions.push({ exchange: again, breach: isNew ? { actual: 'status 201' } : 'pass' });
    };
    if (puts.length === 0 || !planner.allowWrites) return [];
    if (!(await keepsThings(session))) return keepsNothing;
    await visitAll(session, puts, async ({ operation, values }) => {
      if (operation.method === 'put') await putTwice(operation, values);
    });
    // A PUT may make what it names.
    for (const operation of puts) if (!tried.has(operation.id)) await putTwice(operation, {});
    return conclusions;
  },
});
