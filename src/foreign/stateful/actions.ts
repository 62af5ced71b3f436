/** The actions of operations on what a sandbox remembers. */
import { responseFor, type Operation } from '../../contract/operations.js';
import { isObject } from '../../contract/schema/json-equal.js';
import type { OperationCall } from '../../mock/served-operation.js';
import type { Answer } from '../answer.js';
import { pathKey } from '../resources/paths.js';
import type { Action } from '../resources/resource.js';
import { partAt, type Item } from './item.js';
import { linkHeader, ListEnvelope, pageLinks } from './lists/list-envelope.js';
import { pageOf } from './lists/list-query.js';
import { notFound, NotRememberedError, refused } from './refusals.js';
import { agree, documentsHeader, say, sayItems, type Turn } from './say-items.js';
import { applyPatch, type Operation as PatchOperation } from 'rfc6902';

/** @returns undefined where the schema of the response doesn't accept what is remembered @throws NotRememberedError */
type Act = (turn: Turn) => Promise<Answer | undefined>;

export const actions: Readonly<Record<Action, Act>> = { list, create, read, replace, merge, remove, clear };

async function list(turn: Turn): Promise<Answer | undefined> {
  const { role, items, call, answers } = turn;
  const { generator } = answers;
  const page = pageOf(await items.list(), role.operation, call.query);
  const links = pageLinks(page, call);
  const envelope = new ListEnvelope(generator, page, links);
  const link = documentsHeader(role.operation, 'link') ? linkHeader(links) : undefined;
  const inside = role.response ?? [];
  return say(
    turn,
    {
      given: (places) =>
        envelope.around(places, inside, (list) => {
          const item = generator.shapeOf(list).rests.map(({ place }) => place);
          return page.items.map((one) => items.maker.projected(one, item));
        }),
      isSaid: (body) => agree(partAt(body, inside), page.items),
    },
    { headers: link === undefined ? {} : { Link: link } },
  );
}

/** Makes all items of a request or none of them. */
async function create(turn: Turn): Promise<Answer | undefined> {
  const { role, items, sent, now } = turn;
  const made = new Map<string, Item>();
  let isWhole = false;
  try {
    for (const one of sent) {
      const next = await items.make(one, now);
      if ('message' in next) return next;
      made.set(next.id, next.item);
    }
    isWhole = true;
  } finally {
    if (!isWhole) for (const id of made.keys()) await items.remove(id);
  }
  const { path, parameter } = items.resource;
  const [id = ''] = made.keys();
  const isLocated =
    made.size === 1 && pathKey(role.operation.path) === pathKey(path) && parameter !== undefined;
  const headers = isLocated ? { Location: itemAddress(turn.call.target, id) } : {};
  return sayItems(turn, [...made.values()], { status: 201, headers });
}

async function read(turn: Turn): Promise<Answer | undefined> {
  const { items, id = '' } = turn;
  const item = await items.find(id);
  return item ? sayItems(turn, [item]) : notFound(items.resource, id);
}

async function replace(turn: Turn): Promise<Answer | undefined> {
  const { role, items, now } = turn;
  const [sent] = turn.sent;
  const { resource, maker, scope } = items;
  const mayMake =
    responseFor(role.operation, 201)?.pointer.endsWith('/201') === true ||
    !resource.operations.some(({ action }) => action === 'create');
  return changeItem(turn, (before, id) => {
    if (!before && !mayMake) return undefined;
    const after = before
      ? maker.replaced(before, maker.named(sent, id, scope.parents), { now, sendable: role.sendable })
      : maker.created(sent, id, scope.parents, now);
    if (!after) throw new NotRememberedError(refused('what was sent'));
    return after;
  });
}

async function merge(turn: Turn): Promise<Answer | undefined> {
  const { role, now, call } = turn;
  const { maker } = turn.items;
  const changes = isObject(call.body) ? turn.sent[0] : sentInQuery(role.operation, call);
  const keepsNull = !/merge-patch/i.test(call.contentType ?? '');
  let problem: string | undefined;
  const answer = await changeItem(turn, (before) => {
    problem = undefined;
    if (!before) return undefined;
    const next = Array.isArray(call.body) ? patched(before, call.body) : undefined;
    if (typeof next === 'string') {
      problem = next;
      return before;
    }
    const after = next
      ? maker.touched(next, before, now)
      : maker.merged(before, changes, { now, keepsNull, sendable: role.sendable });
    if (!after) throw new NotRememberedError(refused('the changes'));
    return after;
  });
  if (problem === undefined) return answer;
  return { status: 409, message: 'The patch could not be applied', errors: [problem] };
}

/** Changes the item that the request is about, and says it. @param change as the store has it */
async function changeItem(
  turn: Turn,
  change: (before: Item | undefined, id: string) => Item | undefined,
): Promise<Answer | undefined> {
  const { items, id } = turn;
  if (id === undefined) throw new NotRememberedError("the request doesn't say which item it is about");
  const seen = { isNew: false };
  const item = await items.change(id, (before) => {
    seen.isNew = before === undefined;
    return change(before, id);
  });
  return item ? sayItems(turn, [item], { status: seen.isNew ? 201 : 200 }) : notFound(items.resource, id);
}

async function remove(turn: Turn): Promise<Answer | undefined> {
  const { items, id = '' } = turn;
  const item = await items.remove(id);
  if (!item) return notFound(items.resource, id);
  const extras = { status: 204 };
  return sayItems(turn, [{ ...item, deleted: true }], extras) ?? sayItems(turn, [{}], extras);
}

async function clear(turn: Turn): Promise<Answer | undefined> {
  const { role, items, call } = turn;
  const all = await items.list();
  const chosen = new Set(pageOf(all, role.operation, call.query).items);
  for (const [id, item] of all) if (chosen.has(item)) await items.remove(id);
  return sayItems(turn, [{}], { status: 204 });
}

/** Properties in the query, where a change has no body. */
function sentInQuery({ parameters }: Operation, { query }: OperationCall): Item {
  const names = parameters.filter(({ value }) => value.in === 'query').map(({ value }) => value.name);
  return Object.fromEntries(
    names.filter((name) => query[name] !== undefined).map((name) => [name, query[name]]),
  );
}

/** The address of an item beneath the path of a request for its collection. */
function itemAddress(target: string, id: string): string {
  const [path = ''] = target.split('?', 1);
  const [, start = path, extension = ''] = /^(.*?)(\.[a-z]+|\/)?$/.exec(path) ?? [];
  return `${start}/${encodeURIComponent(id)}${extension === '/' ? '' : extension}`;
}

/** A JSON Patch (RFC 6902) applied to an item. @returns one sentence where it can't be applied as a whole */
function patched(item: Item, patch: readonly unknown[]): Item | string {
  const operations = patch.filter(isObject);
  if (operations.length < patch.length) return 'each entry of a JSON Patch must be an object';
  // The item lies inside another, so that a patch can replace the whole.
  const whole = { item: structuredClone(item) as unknown };
  const inside = operations.map((operation) => ({
    ...operation,
    path: `/item${String(operation.path)}`,
    ...('from' in operation ? { from: `/item${String(operation.from)}` } : {}),
  }));
  const results = applyPatch(whole, inside as unknown as PatchOperation[]);
  const failed = results.findIndex((result) => result !== null);
  if (failed === -1) return isObject(whole.item) ? whole.item : 'the patch leaves no object';
  const { op, path } = operations[failed] ?? {};
  return `operation ${failed + 1}, ${String(op).slice(0, 20)} ${String(path).slice(0, 100)}, can't be applied`;
}
