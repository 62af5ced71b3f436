import { followUpsOf } from '../../src/conformance/cases/things/follow-ups.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { listIn } from '../../src/conformance/checks/list-in.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import type { Operation } from '../../src/contract/operations.js';
import { fieldOf } from '../../src/contract/prose/bound-names.js';
import { isObject } from '../../src/contract/schema/json-equal.js';
import { visitExisting, type ExistingThing } from './steps/existing-things.js';
import { isPlain, objectIn } from './steps/kept-fields.js';
import { keepsNothing, keepsThings } from './steps/memory.js';

export default rule({
  title: 'What was made below a thing is in its list and read there, and not below another.',
  level: 'MUST',
  section: 'document',
  sentence: 'The operations that make and list what is below the thing that a path names.',
  expected: ['below the same thing: what was made', 'below another one: other things, or the documented 404'],
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const makers = planner.operations.filter(
      ({ method, path }) => method === 'post' && path.includes('}/') && !path.endsWith('}'),
    );
    const pairs = makers.map((maker) => {
      const list = planner.operations.find(({ method, path }) => method === 'get' && path === maker.path);
      return [maker, list] as const;
    });
    if (pairs.length === 0)
      return { skip: 'the document has no list below what a path names', notApplicable: true };
    if (!(await keepsThings(session))) return keepsNothing;
    const conclusions: Conclusion[] = [];
    await visitExisting(session, async (thing) => {
      const [maker, list] = pairs.find(([one]) => one === thing.operation) ?? [];
      if (maker) conclusions.push(...(await judged(session, maker, list, thing)));
    });
    return conclusions;
  },
});

/** Makes something below one thing, and reads the lists of this and another one. */
async function judged(
  session: Session,
  maker: Operation,
  list: Operation | undefined,
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
  return [
    ...(list === undefined ? [] : await listed(session, list, id, one, other)),
    ...(await readElsewhere(session, maker, made, one, other)),
  ];
}

/** The lists below the thing for which something was made, and below another one. */
async function listed(
  { planner, send }: Session,
  list: Operation,
  id: unknown,
  one: ExistingThing['values'],
  other: ExistingThing['values'],
): Promise<Conclusion[]> {
  const conclusions: Conclusion[] = [];
  for (const [values, isOwn] of [
    [one, true],
    [other, false],
  ] as const) {
    const exchange = await send({
      ...{ detail: `${isOwn}`, operation: list, accept: planner.successStatuses(list) },
      title: isOwn ? 'the list in which something was made' : 'the list of another thing',
      request: planner.request(list, values),
    });
    const items = exchange && listIn(exchange);
    if (exchange === undefined || items === undefined) continue;
    const stranger = strangerIn(list, values, items);
    if (stranger !== undefined)
      conclusions.push({ exchange, breach: { actual: stranger, kind: 'a stranger' } });
    const isThere = items.some((item) => isObject(item) && item.id === id);
    if (isThere === isOwn) conclusions.push({ exchange, breach: 'pass' });
    else if (!isOwn)
      conclusions.push({ exchange, breach: { actual: 'what was made below another thing is in it' } });
    else if (items.length < 20)
      conclusions.push({ exchange, breach: { actual: 'what was made is not in it', level: 'SHOULD' } });
  }
  return conclusions;
}

/** Things made below one thing, asked for below another one. */
async function readElsewhere(
  { planner, context, send }: Session,
  maker: Operation,
  made: CompletedExchange | undefined,
  one: ExistingThing['values'],
  other: ExistingThing['values'],
): Promise<Conclusion[]> {
  const found = made && followUpsOf(context.stated, made);
  const read = found?.find(
    ({ operation: { method, path } }) => method === 'get' && path.startsWith(`${maker.path}/`),
  );
  if (read === undefined) return [];
  const { operation } = read;
  const [, parents = ''] = /^(.*)\/[^/]+$/.exec(operation.path) ?? [];
  const parentsOf = (values: ExistingThing['values']) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => parents.includes(`{${name}}`)));
  const reading = (title: string, values: ExistingThing['values']) =>
    send({
      ...{ detail: title, title, operation, request: planner.request(operation, values) },
      accept: [...planner.successStatuses(operation), 404, 410],
    });
  const there = await reading('what was made below a thing', { ...read.values, ...parentsOf(one) });
  const exchange = await reading('the same below another thing', { ...read.values, ...parentsOf(other) });
  if (there === undefined || exchange === undefined || there.response.status !== 200) return [];
  const isSame = exchange.response.status === 200 && exchange.response.body.equals(there.response.body);
  const level = operation.responses.has('404') ? ('MUST' as const) : ('SHOULD' as const);
  const breach = { actual: 'what was made below another thing', level };
  return [{ exchange, before: [there], breach: isSame ? breach : 'pass' }];
}

/** An item that names another thing than the one of which the list is, in the field that is called as the parameter of its path. */
function strangerIn(
  { path }: Operation,
  values: ExistingThing['values'],
  items: readonly unknown[],
): string | undefined {
  const name = namesIn(path).at(-1) ?? '';
  const id = values[name];
  if (name.length < 4 || !isPlain(id)) return undefined;
  const others = items.map((item) => fieldOf(item, name)).filter(isPlain);
  const other = others.find((one) => String(one) !== String(id));
  return other === undefined ? undefined : `an item whose ${name} is ${String(other)}, and not ${String(id)}`;
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}
