import { insteadOf } from '../../src/conformance/checks/instead-of.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { otherId } from '../../src/conformance/cases/other-texts.js';
import { acceptsText } from '../../src/conformance/cases/parameters/parameter-value.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { Operation } from '../../src/contract/operations.js';
import { visitExisting, type ExistingThing } from './steps/existing-things.js';
import { keepsNothing, keepsThings } from './steps/memory.js';

export default rule({
  title:
    'A request about something that nobody has made, by an id of the usual form, gets the documented 404.',
  level: 'MUST',
  section: 'document',
  sentence: 'The 404 of an operation that takes an id.',
  expected: ['status 404 or 410', 'a refusal of a condition or media type, such as 412 or 415'],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    if (!planner.operations.some(({ path, responses }) => path.includes('{') && responses.has('404')))
      return { skip: 'no operation of the document has a 404 for an id', notApplicable: true };
    if (!(await keepsThings(session))) return keepsNothing;
    const conclusions: Conclusion[] = [];
    const removals = new Set<Operation>();
    await visitExisting(session, async (thing) => {
      conclusions.push(...(await judged(session, thing)));
      const { path } = thing.operation;
      const removal = planner.operations.find((one) => one.method === 'delete' && one.path === path);
      if (removal === undefined || removals.has(removal)) return;
      removals.add(removal);
      conclusions.push(...(await judged(session, { ...thing, operation: removal })));
    });
    return conclusions;
  },
});

/** The same request for what is there, and for what is not; of a removal the latter alone. */
async function judged(session: Session, { operation, values }: ExistingThing): Promise<Conclusion[]> {
  const { planner, send } = session;
  if (!operation.responses.has('404')) return [];
  // It would make what is to be unknown.
  if (operation.method === 'put' && operation.responses.has('201')) return [];
  const [name = ''] = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, one = '']) => one).slice(-1);
  const parameter = operation.parameters.find(({ value }) => value.in === 'path' && value.name === name);
  const ids = [otherId(values[name]), planner.unknownIn(operation, values)?.[name]];
  const unknown = ids.find(
    (id) => id !== undefined && parameter && acceptsText(planner.stated, `${parameter.pointer}/schema`, id),
  );
  if (unknown === undefined || parameter?.value.schema === undefined) return [];
  const sent = (title: string, at: ExistingThing['values']) =>
    send({
      ...{ detail: title, title, operation, request: newRequest(planner, operation, at) },
      ...{ accept: [...planner.successStatuses(operation), 404, 410], repeats: true },
    });
  const control = operation.method === 'delete' ? undefined : await sent('what is there', values);
  const exchange = await sent('an id of the usual form that nobody has given out', {
    ...values,
    [name]: unknown,
  });
  if (exchange === undefined) return [];
  const { status } = exchange.response;
  if (status === 404 || status === 410) return [{ exchange, breach: 'pass' }];
  // A PUT may make what is not there.
  const isWrong = status < 300 ? operation.method !== 'put' : status === 409 || isOfForm(status);
  const isJudged = operation.method === 'delete' || (control !== undefined && control.response.status < 300);
  if (!isWrong || !(isJudged || status === 409 || status < 300)) return [];
  return [{ exchange, breach: insteadOf(exchange, 404) }];
}

/** Says of a request that its form is wrong, where the same for another thing is right. */
function isOfForm(status: number): boolean {
  return status === 400 || status === 422;
}
