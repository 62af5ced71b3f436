import { newRequest } from '../../src/conformance/cases/new-request.js';
import { listIn } from '../../src/conformance/checks/list-in.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { Operation } from '../../src/contract/operations.js';
import { isObject } from '../../src/contract/schema/json-equal.js';
import { visitExisting, type ExistingThing } from './steps/existing-things.js';
import { objectIn } from './steps/kept-fields.js';
import { keepsNothing, keepsThings } from './steps/memory.js';

export default rule({
  title: 'A list below a thing has what was made there, and nothing that was made below another.',
  level: 'MUST',
  section: 'document',
  sentence: 'The operations that make and list what is below the thing that a path names.',
  expected: ['below the same thing: what was made', 'below another one: other things'],
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const makers = planner.operations.filter(
      ({ method, path }) => method === 'post' && path.includes('}/') && !path.endsWith('}'),
    );
    const pairs = makers.flatMap((maker) => {
      const list = planner.operations.find(({ method, path }) => method === 'get' && path === maker.path);
      return list === undefined ? [] : [[maker, list] as const];
    });
    if (pairs.length === 0)
      return { skip: 'the document has no list below what a path names', notApplicable: true };
    if (!(await keepsThings(session))) return keepsNothing;
    const conclusions: Conclusion[] = [];
    await visitExisting(session, async (thing) => {
      const [maker, list] = pairs.find(([one]) => one === thing.operation) ?? [];
      if (maker && list) conclusions.push(...(await judged(session, maker, list, thing)));
    });
    return conclusions;
  },
});

/** Makes something below one thing, and reads the lists of this and another one. */
async function judged(
  session: Session,
  maker: Operation,
  list: Operation,
  thing: ExistingThing,
): Promise<Conclusion[]> {
  const { planner, send } = session;
  const [one, other] = [await thing.renewed?.(), await thing.renewed?.()];
  if (one === undefined || other === undefined) return [];
  const made = await send({
    ...{ detail: 'below', title: 'a valid request', operation: maker },
    ...{ request: newRequest(planner, maker, one), accept: planner.successStatuses(maker) },
  });
  const id = objectIn(made)?.id;
  if (id === undefined) return [];
  const conclusions: Conclusion[] = [];
  for (const [values, isOwn] of [
    [one, true],
    [other, false],
  ] as const) {
    const exchange = await send({
      ...{ detail: `${isOwn}`, operation: list, accept: planner.successStatuses(list) },
      title: isOwn ? 'the list in which something was made' : 'the list of another thing',
      request: planner.requestWith(list, values),
    });
    const items = exchange && listIn(exchange);
    if (exchange === undefined || items === undefined) continue;
    const isThere = items.some((item) => isObject(item) && item.id === id);
    if (isThere === isOwn) conclusions.push({ exchange, breach: 'pass' });
    else if (!isOwn)
      conclusions.push({ exchange, breach: { actual: 'what was made below another thing is in it' } });
    else if (items.length < 20)
      conclusions.push({ exchange, breach: { actual: 'what was made is not in it', level: 'SHOULD' } });
  }
  return conclusions;
}
