import { changed } from '../../src/conformance/cases/generate/body-nodes.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { otherId } from '../../src/conformance/cases/other-texts.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withHeaders, withJson, type RequestParts } from '../../src/conformance/cases/request.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { header, type CompletedExchange } from '../../src/conformance/target/exchange.js';
import type { Operation } from '../../src/contract/operations.js';
import { isObject, jsonEqual } from '../../src/contract/schema/json-equal.js';
import { shown } from '../../src/contract/validation/problem-text.js';
import { listIn } from '../../src/conformance/checks/list-in.js';
import { visitExisting, type ExistingThing } from '../resources/steps/existing-things.js';
import { objectIn, requestFields } from '../resources/steps/kept-fields.js';
import { keepsNothing, keepsThings } from '../resources/steps/memory.js';
import { isReference, validBodies } from '../resources/steps/other-bodies.js';

/** Operations at most, and refused requests at most of each: a large document has hundreds. */
const maxOperations = 20;
const maxOfOperation = 12;
/** Texts at most of one body that get other letters. */
const maxTexts = 24;
/** By which a request is refused for what it says, or for the state of what it is about. */
const refusing = [400, 409, 412, 422, 428];
/** Names by which a thing tells that it was changed. */
const ofVersion =
  /^(?:version|revision|rev|etag|(?:updated|modified|changed)_?(?:at|on)?|last_?(?:modified|updated))$/i;

export default rule({
  title: 'A request that is refused changes nothing.',
  level: 'MUST',
  section: 'RFC 9110 15.5',
  sentence: 'The 4xx (Client Error) class of status code indicates that the client seems to have erred.',
  expected: [
    'after a refused change: the fields that it could change, and the version, as before',
    'after a refused POST: as many things in its list as before',
    'after a DELETE that is refused without a key or with a limited one: what it is about is still there',
  ],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const writes = planner.operations.filter(({ method }) =>
      ['post', 'put', 'patch', 'delete'].includes(method),
    );
    if (writes.length === 0)
      return { skip: 'no operation of the document changes anything', notApplicable: true };
    if (!(await keepsThings(session))) return keepsNothing;
    const conclusions: Conclusion[] = [];
    let left = maxOperations;
    let leftRemovals = maxOperations;
    await visitExisting(session, async (thing) => {
      const remove = planner.operations.find(
        ({ method, path }) => method === 'delete' && path === thing.operation.path,
      );
      if (thing.operation.method === 'get' && remove !== undefined && leftRemovals > 0) {
        leftRemovals -= 1;
        conclusions.push(...(await ofRemoval(session, thing, remove)));
      }
      if (!writes.includes(thing.operation) || left <= 0) return;
      left -= 1;
      conclusions.push(...(await ofThing(session, thing)));
    });
    for (const operation of planner.withBody.filter(
      (one) => one.method === 'post' && !one.path.includes('{'),
    ))
      conclusions.push(...(await ofList(session, operation)));
    return conclusions;
  },
});

/** Refused changes of one thing: each that seems to have changed it is sent again. */
async function ofThing(session: Session, thing: ExistingThing): Promise<Conclusion[]> {
  const { planner, send } = session;
  const { operation } = thing;
  const path = operation.path.slice(0, operation.path.lastIndexOf('}') + 1);
  const read = planner.operations.find((one) => one.method === 'get' && one.path === path);
  const values = (await thing.renewed?.()) ?? thing.values;
  if (read === undefined || path === '') return [];
  const about = planner.operations
    .filter((one) => one.path === path && one.method !== 'get')
    .concat(operation);
  const own = new Set(
    about.flatMap((one) =>
      planner.withBody.includes(one) ? Object.keys(requestFields(planner.stated, one)) : [],
    ),
  );
  const reading = async (title: string) => {
    const exchange = await send({
      ...{
        detail: `${operation.id} ${title}`,
        title,
        operation: read,
        accept: planner.successStatuses(read),
      },
      request: planner.request(read, values),
    });
    return exchange?.response.status === 200 ? exchange : undefined;
  };
  const conclusions: Conclusion[] = [];
  for (const [title, request] of requestsOf(planner, operation, values)) {
    const refused = async (turn: string) => {
      const before = await reading(`before it is refused${turn}`);
      const exchange = await send({
        ...{ detail: `${title}${turn}`, title, operation, request, repeats: true },
        accept: [...planner.successStatuses(operation), ...refusing],
      });
      if (before === undefined || exchange === undefined || !refusing.includes(exchange.response.status))
        return undefined;
      const after = await reading(`after it was refused${turn}`);
      return after && { before, exchange, after, names: changedFields(before, after, own) };
    };
    const first = await refused('');
    if (first === undefined) continue;
    const second = first.names.length > 0 ? await refused(', again') : undefined;
    const name = second?.names.find((one) => first.names.includes(one));
    if (first.names.length === 0) conclusions.push({ exchange: first.after, breach: 'pass' });
    if (second === undefined || name === undefined) continue;
    const told = shown(objectIn(second.after)?.[name]);
    const actual = `${name} is ${told}, and was another before the ${second.exchange.response.status} of ${operation.id}`;
    const breach = { actual, kind: `${name} after a refusal` };
    return [{ exchange: second.after, before: [second.before, second.exchange], breach }];
  }
  return conclusions;
}

/** A thing whose removal is refused because of its key. */
async function ofRemoval(
  { planner, send }: Session,
  { operation: read, values: visited, renewed }: ExistingThing,
  remove: Operation,
): Promise<Conclusion[]> {
  const { limited } = planner.keys;
  const keys = planner.guarded.includes(remove) ? ['', ...(limited === undefined ? [] : [limited])] : [];
  const conclusions: Conclusion[] = [];
  for (const key of keys) {
    const values = renewed === undefined ? visited : await renewed();
    if (values === undefined) return conclusions;
    const reading = (title: string) =>
      send({
        ...{ detail: `${title} ${key === '' ? 'no key' : 'limited'}`, title, operation: read },
        request: planner.request(read, values),
        accept: [...planner.successStatuses(read), 404, 410],
      });
    const there = await reading('what a refused DELETE is about');
    const keyless = planner.requestWithoutKey(remove, values);
    const exchange = await send({
      ...{ detail: `DELETE ${key === '' ? 'no key' : 'limited'}`, operation: remove },
      title: key === '' ? 'without a key' : 'with a key of limited permissions',
      request: key === '' ? keyless : planner.keyed(remove, keyless, key),
      accept: [...planner.successStatuses(remove), 401, 403],
    });
    const isRefused = [401, 403].includes(exchange?.response.status ?? 0);
    if (there?.response.status !== 200 || exchange === undefined || !isRefused) continue;
    const after = await reading('what was not to be removed');
    if (after === undefined) continue;
    const isGone = [404, 410].includes(after.response.status);
    const actual = `status ${after.response.status} after the ${exchange.response.status} of ${remove.id}`;
    conclusions.push({
      exchange: after,
      before: [there, exchange],
      breach: isGone ? { actual, kind: 'removed after a refusal' } : 'pass',
    });
  }
  return conclusions;
}

/** Requests that may be refused: an invalid body, each lawful one in the state that the thing has, and a condition that does not hold. */
function requestsOf(
  planner: Planner,
  operation: Operation,
  values: ExistingThing['values'],
): readonly (readonly [title: string, request: RequestParts])[] {
  const valid = newRequest(planner, operation, values);
  const takesTag = operation.parameters.some(
    ({ value }) => value.in === 'header' && /^if-match$/i.test(value.name),
  );
  const conditional: [string, RequestParts][] = takesTag
    ? [['with another entity tag in If-Match', withHeaders(valid, { 'If-Match': '"drydock-5f1d0c"' })]]
    : [];
  if (!planner.withBody.includes(operation)) return [...conditional, ['a valid request', valid]];
  const usual = planner.body(operation);
  const listed = Object.entries(requestFields(planner.stated, operation)).flatMap(
    ([name, { enum: of = [] }]) => (isObject(usual) ? of.map((value) => ({ ...usual, [name]: value })) : []),
  );
  const lawful = [...listed, ...validBodies(planner, operation)].filter((body) =>
    planner.accepts(operation, body),
  );
  const wrong = ['constraint', 'missing', 'type'].flatMap((kind) =>
    planner
      .mutations(operation)
      .filter((one) => one.kind === kind)
      .slice(0, 2),
  );
  return [
    ...conditional,
    ...wrong.map(({ title, body }): [string, RequestParts] => [title, withJson(valid, body)]),
    ...lawful.map((body, index): [string, RequestParts] => [
      `a valid request ${index + 1}`,
      withJson(valid, body),
    ]),
  ].slice(0, maxOfOperation);
}

function changedFields(
  before: CompletedExchange,
  after: CompletedExchange,
  own: ReadonlySet<string>,
): string[] {
  const [old, now] = [objectIn(before) ?? {}, objectIn(after) ?? {}];
  return Object.keys(now).filter(
    (name) =>
      (own.has(name) || ofVersion.test(name)) && Object.hasOwn(old, name) && !jsonEqual(old[name], now[name]),
  );
}

/** Refused requests that would have made something: of several in one request those before the wrong one. */
async function ofList(session: Session, operation: Operation): Promise<Conclusion[]> {
  const { planner, send } = session;
  const [, parent = ''] = /^(.+)\/[^/]+$/.exec(operation.path) ?? [];
  const list = planner.operations.find(
    ({ method, path }) => method === 'get' && (path === operation.path || path === parent),
  );
  if (list === undefined) return [];
  const counted = async (title: string) => {
    const exchange = await send({
      ...{
        detail: `${operation.id} ${title}`,
        title,
        operation: list,
        accept: planner.successStatuses(list),
      },
      request: planner.request(list),
    });
    return exchange && { exchange, count: countIn(exchange) };
  };
  const [mutation] = planner.mutations(operation);
  const wrong: (readonly [title: string, spoiled: (valid: unknown) => unknown])[] = [
    ...listsIn(planner.body(operation)).map(
      (name) =>
        [`${name} has an empty object at its end`, (valid: unknown) => withEmpty(valid, name)] as const,
    ),
    ...(mutation === undefined
      ? []
      : [[mutation.title, (valid: unknown) => changed(valid, mutation.path, mutation.value)] as const]),
  ];
  const conclusions: Conclusion[] = [];
  for (const [title, spoiled] of wrong) {
    const grown: boolean[] = [];
    let last: CompletedExchange | undefined;
    let sent: CompletedExchange[] = [];
    for (const turn of ['', ', again']) {
      const body = spoiled(renamed(planner, operation));
      if (planner.accepts(operation, body)) break;
      const before = await counted(`the list before a refused request${turn}`);
      const exchange = await send({
        ...{ detail: `${title}${turn}`, title, operation, accept: planner.rejectionStatuses, repeats: true },
        request: withJson(newRequest(planner, operation), body),
      });
      const after = await counted(`the list after a refused request${turn}`);
      if (exchange === undefined || ![400, 422].includes(exchange.response.status)) break;
      if (before?.count === undefined || after?.count === undefined) break;
      grown.push(after.count > before.count);
      last = after.exchange;
      sent = [before.exchange, exchange];
      if (grown.includes(false)) break;
    }
    if (last === undefined) continue;
    const isGrown = grown.length === 2 && !grown.includes(false);
    const actual = `more in the list than before the refusal by ${operation.id}`;
    conclusions.push({ exchange: last, before: sent, breach: isGrown ? { actual } : 'pass' });
  }
  return conclusions;
}

/** A valid body with other texts, since what it names may be taken. */
function renamed(planner: Planner, operation: Operation): unknown {
  const leaves = (value: unknown, path: readonly string[]): (readonly [readonly string[], string])[] => {
    if (typeof value === 'string') return [[path, value]];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, child]) => leaves(child, [...path, name]));
  };
  const usual = planner.body(operation);
  return leaves(usual, [])
    .slice(0, maxTexts)
    .reduce((body, [path, text]) => {
      if (isReference(path.at(-1) ?? '')) return body;
      // Some letters may not be in the pattern.
      const others = Array.from({ length: 8 }, () => otherId(text)).filter((one) => one !== undefined);
      const next = others
        .map((one) => changed(body, path, one))
        .find((one) => planner.accepts(operation, one));
      return next ?? body;
    }, usual);
}

/** The fields of a body that are lists of objects. */
function listsIn(body: unknown): string[] {
  return Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) =>
    Array.isArray(value) && isObject(value[0]) ? [name] : [],
  );
}

function withEmpty(body: unknown, name: string): unknown {
  const list = isObject(body) ? body[name] : undefined;
  return isObject(body) && Array.isArray(list) ? { ...body, [name]: [...(list as unknown[]), {}] } : body;
}

/** The number of things, by the header or field that tells it, or in a list that has no pages. */
function countIn(exchange: CompletedExchange): number | undefined {
  const told = header(exchange.response, 'x-total-count');
  if (told !== undefined && /^\d+$/.test(told)) return Number(told);
  const total = objectIn(exchange)?.total;
  return typeof total === 'number' ? total : listIn(exchange)?.length;
}
