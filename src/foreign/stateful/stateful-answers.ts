/**
 * Answers the operations of a document from what a sandbox remembers: what was made is read, listed, changed and removed. An operation
 * of no resource (whose list has the page that is asked for), one whose client asks for another response, and one whose schema refuses what is remembered are answered from the
 * document, as without a memory; the last says so in `X-Mock-Fallback`.
 */
import type { Contract } from '../../contract/contract.js';
import { isXmlMediaType, responseFor, type Operation } from '../../contract/operations.js';
import { isObject, jsonEqual } from '../../contract/schema/json-equal.js';
import { seededRandom } from '../../contract/seeded-random.js';
import type { MockResponse } from '../../mock/exchange/response.js';
import type { OperationAnswerer, OperationCall } from '../../mock/served-operation.js';
import { StoredDocumentError } from '../../mock/service-definition.js';
import type { DocumentStore, HandlerError, MaybePromise } from '../../mock/service-definition.js';
import { chooseResponse } from '../choose-response.js';
import type { SchemaPlace } from '../../values/schema/schema-places.js';
import type { DocumentAnswers, Saying } from '../document-answers.js';
import { inferResources } from '../resources/infer-resources.js';
import { itemPath, lastName, parametersOf, pathKey, singular } from '../resources/paths.js';
import type { Resource, ResourceOperation, Resources } from '../resources/resource.js';
import { asAsked } from './as-asked.js';
import { ItemMaker } from './item-maker.js';
import { around, partAt, plainText, type Item, type Scope } from './item.js';
import { patched } from './json-patch.js';
import { linkHeader, ListEnvelope, pageLinks } from './list-envelope.js';
import { pageOf } from './list-query.js';
import { readXml, xmlSchemaPointer } from './read-xml.js';
import type { StoredItems } from '../handlers/handler-store.js';
import { ScopedItems } from './scoped-items.js';
import { isPathOf, readSeedData, type SeedProblem } from './seed-data.js';
import { Seeds, singleId } from './seeds.js';

/** The memory of a mock of somebody's document. */
export interface Memory {
  readonly documents: DocumentStore;
  /** Milliseconds since 1970 in a sandbox. */
  readonly nowIn: (sandbox: string) => MaybePromise<number>;
}

type Answer = MockResponse | HandlerError;

/** An operation of a resource, and where it acts. */
interface Turn {
  readonly role: ResourceOperation;
  readonly resource: Resource;
  readonly call: OperationCall;
  readonly scope: Scope;
  readonly items: ScopedItems;
  readonly maker: ItemMaker;
  /** The id in the path, or in the body of a change under the collection's path. */
  readonly id: string | undefined;
  /** The item in the request's body. */
  readonly sent: Item;
  readonly now: number;
}

const maxIdTries = 50;

export class StatefulAnswers {
  readonly resources: Resources;
  private readonly makers = new Map<Resource, ItemMaker>();
  private readonly seeds: Seeds;
  private readonly seed: number;

  /** @throws OptionError for an `x-drydock-resource` that can't be followed */
  constructor(
    contract: Contract,
    private readonly answers: DocumentAnswers,
    private readonly memory: Memory,
  ) {
    const { generator, settings } = answers;
    this.seed = settings.seed;
    this.resources = inferResources(contract, generator);
    this.seeds = new Seeds(contract, (resource) => this.makerOf(resource), settings.seed);
  }

  /**
   * Begins with given items in place of the document's examples.
   *
   * @param seedData as `readSeedData` reads it
   * @returns a problem with it; then nothing has changed
   */
  begin(seedData: unknown): SeedProblem | undefined {
    const data = readSeedData(seedData, this.resources, this.answers.generator);
    if ('text' in data) return data;
    this.seeds.give(data);
    return undefined;
  }

  /** Tells whether an operation is answered from what clients have made. */
  remembers(operation: Operation): boolean {
    return this.roleOf(operation) !== undefined;
  }

  /**
   * The items under a path in a sandbox, for a program.
   *
   * @param path of a resource, with ids in the place of its parameters, such as `/users/7/notes`
   * @returns undefined for a path of none
   */
  itemsAt(path: string, sandbox: string): StoredItems | undefined {
    const resource = this.resources.all.find((one) => isPathOf(one, path));
    if (!resource) return undefined;
    const scope = { sandbox, parents: parentsIn(resource, path) };
    const items = this.itemsOf(resource, scope);
    const idOr = (id: string | number = singleId): string => String(id);
    return {
      list: async () => [...(await items.list()).values()],
      find: (id) => items.find(idOr(id)),
      add: async (item) => {
        const made = await this.make({ resource, scope, items }, item, await this.memory.nowIn(sandbox));
        if ('message' in made) throw new TypeError(made.message);
        return made.item;
      },
      save: async (id, item) => void (await items.change(idOr(id), () => item)),
      change: (id, change) => items.change(idOr(id), change),
      remove: async (id) => (await items.remove(idOr(id))) !== undefined,
    };
  }

  answererFor(operation: Operation): OperationAnswerer {
    const withoutMemory = this.answers.answererFor(operation);
    const role = this.roleOf(operation);
    if (!role) return this.unremembered(operation, withoutMemory);
    return async (call) => {
      if (call.dynamic || (call.status !== undefined && call.status >= 300)) return withoutMemory(call);
      const refused = this.answers.refusal(operation, call);
      if (refused) return refused;
      const answer = await this.answer(role, this.withXml(role, call)).catch(reasonOf);
      if (answer !== undefined && typeof answer !== 'string') return answer;
      const fallback = await withoutMemory(call);
      if ('message' in fallback || fallback.status >= 300) return fallback;
      const asked = this.asked(operation, call, fallback);
      const reason = answer ?? 'the schema of this response does not accept what is remembered';
      return { ...asked, headers: { ...asked.headers, 'X-Mock-Fallback': reason } };
    };
  }

  /** Of a thing that is not there nothing is answered; else what the document has, as the request asks for it. */
  private unremembered(operation: Operation, withoutMemory: OperationAnswerer): OperationAnswerer {
    const key = pathKey(operation.path);
    const [owner] = this.resources.all
      .filter(
        ({ path, parameter }) => parameter && key.startsWith(`${pathKey(itemPath(path, parameter.name))}/`),
      )
      .sort((a, b) => b.path.length - a.path.length);
    const names = parametersOf(operation.path).slice(0, (owner?.parents.length ?? -1) + 1);
    return async (call) => {
      const made = await withoutMemory(call);
      if (call.dynamic || 'message' in made || made.status >= 300) return made;
      const parents = names.map((name) => plainText(call.path[name]));
      if (!(await this.isThere(owner, { sandbox: call.sandbox, parents })))
        return notFound(owner, parents.at(-1));
      return this.asked(operation, call, made);
    };
  }

  /** A response that the document alone has made, with what the request says of it, where its schema accepts that. */
  private asked(operation: Operation, call: OperationCall, made: MockResponse): MockResponse {
    if (!made.isJson || typeof made.body !== 'string') return made;
    const body = asAsked(JSON.parse(made.body), operation, call);
    const saying: Saying = { given: () => body, isSaid: () => true };
    return (body === undefined ? undefined : this.answers.saying(operation, call, saying)) ?? made;
  }

  /** The call with the value of a body that is XML. */
  private withXml({ operation }: ResourceOperation, call: OperationCall): OperationCall {
    const { body, bytes, contentType } = call;
    if (body !== undefined || contentType === undefined || !isXmlMediaType(contentType)) return call;
    const pointer = xmlSchemaPointer(operation, contentType);
    if (pointer === undefined || bytes.length === 0) return call;
    return { ...call, body: readXml(new TextDecoder().decode(bytes), this.answers.generator, pointer) };
  }

  private makerOf(resource: Resource): ItemMaker {
    const { generator } = this.answers;
    const maker = this.makers.get(resource) ?? new ItemMaker(generator, this.seed, resource);
    this.makers.set(resource, maker);
    return maker;
  }

  private itemsOf(resource: Resource, scope: Scope): ScopedItems {
    return new ScopedItems(this.memory.documents, this.seeds, resource, scope);
  }

  private roleOf(operation: Operation) {
    const { status = 200 } = chooseResponse(operation) ?? {};
    return status < 400 ? this.resources.of(operation) : undefined;
  }

  /**
   * @returns undefined where the schema of the response doesn't accept what is remembered
   * @throws NotRememberedError, or StoredDocumentError of the store
   */
  private async answer(
    role: ResourceOperation & { readonly resource: Resource },
    call: OperationCall,
  ): Promise<Answer | undefined> {
    checkBody(role, call);
    const { resource, operation } = role;
    // Another path of the resource may call its parameters otherwise.
    const names = parametersOf(operation.path);
    const parents = resource.parents.map((name, index) =>
      plainText(call.path[name] ?? call.path[names[index] ?? '']),
    );
    const scope = { sandbox: call.sandbox, parents };
    if (!(await this.isThere(resource.parent, scope))) return notFound(resource.parent, parents.at(-1));
    const body = partAt(call.body, role.request) ?? call.body;
    const several = Array.isArray(body) && role.action !== 'merge' ? body : [body];
    const isBulk = role.action === 'create' && (role.isListed || role.response === undefined);
    if (several.length > 1 && !isBulk)
      throw new NotRememberedError('a request with several items is not remembered');
    const sent = isObject(several[0]) ? several[0] : {};
    const id = idOf({ role, resource, call, sent });
    const now = await this.memory.nowIn(call.sandbox);
    const [items, maker] = [this.itemsOf(resource, scope), this.makerOf(resource)];
    const turn = { role, resource, call, scope, items, maker, sent, id, now };
    switch (role.action) {
      case 'list':
        return this.list(turn);
      case 'create':
        return several.length > 1 ? this.createAll(turn, several) : this.create(turn);
      case 'read':
        return this.read(turn);
      case 'replace':
        return this.replace(turn);
      case 'merge':
        return this.merge(turn);
      case 'remove':
        return this.remove(turn);
      case 'clear':
        return this.clear(turn);
    }
  }

  /** Returns whether the thing exists that the items of a resource belong to; one that no resource knows does. */
  private async isThere(owner: Resource | undefined, { sandbox, parents }: Scope): Promise<boolean> {
    if (!owner) return true;
    const [id = '', ...outer] = parents.toReversed();
    const scope = { sandbox, parents: outer.toReversed() };
    if (!(await this.isThere(owner.parent, scope))) return false;
    return (await this.itemsOf(owner, scope).find(id)) !== undefined;
  }

  private async list(turn: Turn): Promise<Answer | undefined> {
    const { role, items, maker, call } = turn;
    const { generator } = this.answers;
    const page = pageOf(await items.list(), role.operation, call.query);
    const links = pageLinks(page, call);
    const envelope = new ListEnvelope(generator, page, links);
    const link = documentsHeader(role.operation, 'link') ? linkHeader(links) : undefined;
    const inside = role.response ?? [];
    return this.said(
      turn,
      {
        given: (places) =>
          envelope.around(places, inside, (list) => {
            const item = generator.shapeOf(list).rests.map(({ place }) => place);
            return page.items.map((one) => maker.projected(one, item));
          }),
        isSaid: (body) => agree(partAt(body, inside), page.items),
      },
      { headers: link === undefined ? {} : { Link: link } },
    );
  }

  private async create(turn: Turn): Promise<Answer | undefined> {
    const { role, resource, sent, now } = turn;
    const made = await this.make(turn, sent, now);
    if ('message' in made) return made;
    const isListed =
      pathKey(role.operation.path) === pathKey(resource.path) && resource.parameter !== undefined;
    const location = isListed ? { Location: itemAddress(turn.call.target, made.id) } : {};
    return this.saidItem(turn, made.item, { status: 201, headers: location });
  }

  /** Makes all items of a request or none of them, and says them in the list of the response. */
  private async createAll(turn: Turn, sent: readonly unknown[]): Promise<Answer | undefined> {
    const made = new Map<string, Item>();
    let isWhole = false;
    try {
      for (const one of sent) {
        const next = await this.make(turn, isObject(one) ? one : {}, turn.now);
        if ('message' in next) return next;
        made.set(next.id, next.item);
      }
      isWhole = true;
    } finally {
      if (!isWhole) for (const id of made.keys()) await turn.items.remove(id);
    }
    return this.saidItems(turn, [...made.values()], { status: 201 });
  }

  /** Makes and keeps an item. @returns the error where its own id is taken. @throws NotRememberedError */
  private async make(
    { resource, scope, items }: Pick<Turn, 'resource' | 'scope' | 'items'>,
    sent: Item,
    now: number,
  ): Promise<{ readonly id: string; readonly item: Item } | HandlerError> {
    const maker = this.makerOf(resource);
    const own = resource.idField === undefined ? undefined : sent[resource.idField];
    const isOwn = maker.takesId && isId(own);
    let id = isOwn ? String(own) : '';
    for (let tries = 0; tries < maxIdTries; tries += 1) {
      if (!isOwn) id = await this.freeId(resource, items);
      const named = resource.idField === undefined ? undefined : id;
      const item = maker.created(sent, named, scope.parents, now);
      if (!item) throw new NotRememberedError(refused('what a server would add to the request'));
      if (await items.add(id, item)) return { id, item };
      if (isOwn) return taken(resource, id);
    }
    throw new NotRememberedError('no id was free');
  }

  private async freeId(resource: Resource, items: ScopedItems): Promise<string> {
    const number = await items.next();
    const known = await items.list();
    const numbers = [...known.keys()].filter((id) => /^\d{1,15}$/.test(id)).map(Number);
    const free = numbers.reduce((least, id) => Math.max(least, id + 1), number);
    const random = seededRandom(this.seed, resource.path, number);
    return this.makerOf(resource).newId(Math.max(free, 1), random);
  }

  private async read(turn: Turn): Promise<Answer | undefined> {
    const { resource, items, id = '' } = turn;
    const item = await items.find(id);
    return item ? this.saidItem(turn, item) : notFound(resource, id);
  }

  private async replace(turn: Turn): Promise<Answer | undefined> {
    const { role, resource, maker, sent, now } = turn;
    const { parents } = turn.scope;
    const mayMake =
      responseFor(role.operation, 201)?.pointer.endsWith('/201') === true ||
      !resource.operations.some(({ action }) => action === 'create');
    return this.change(turn, (before, id) => {
      if (!before && !mayMake) return undefined;
      const after = before
        ? maker.replaced(before, maker.named(sent, id, parents), { now, sendable: role.sendable })
        : maker.created(sent, id, parents, now);
      if (!after) throw new NotRememberedError(refused('what was sent'));
      return after;
    });
  }

  private async merge(turn: Turn): Promise<Answer | undefined> {
    const { role, maker, sent, now, call } = turn;
    const changes = isObject(call.body) ? sent : sentInQuery(role.operation, call);
    const keepsNull = !/merge-patch/i.test(call.contentType ?? '');
    let problem: string | undefined;
    const answer = await this.change(turn, (before) => {
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
  private async change(
    turn: Turn,
    change: (before: Item | undefined, id: string) => Item | undefined,
  ): Promise<Answer | undefined> {
    const { resource, items, id } = turn;
    if (id === undefined) throw new NotRememberedError("the request doesn't say which item it is about");
    const seen = { isNew: false };
    const item = await items.change(id, (before) => {
      seen.isNew = before === undefined;
      return change(before, id);
    });
    return item ? this.saidItem(turn, item, { status: seen.isNew ? 201 : 200 }) : notFound(resource, id);
  }

  private async remove(turn: Turn): Promise<Answer | undefined> {
    const { resource, items, id = '' } = turn;
    const item = await items.remove(id);
    if (!item) return notFound(resource, id);
    const extras = { status: 204 };
    return this.saidItem(turn, { ...item, deleted: true }, extras) ?? this.saidItem(turn, {}, extras);
  }

  private async clear(turn: Turn): Promise<Answer | undefined> {
    const { role, items, call } = turn;
    const all = await items.list();
    const chosen = new Set(pageOf(all, role.operation, call.query).items);
    for (const [id, item] of all) if (chosen.has(item)) await items.remove(id);
    return this.saidItem(turn, {}, { status: 204 });
  }

  private saidItem(turn: Turn, item: Item, extras: Extras = {}): MockResponse | undefined {
    return this.saidItems(turn, [item], extras);
  }

  /** @param items one, or several where the response has a list of them or none */
  private saidItems(turn: Turn, items: readonly Item[], extras: Extras): MockResponse | undefined {
    const { role, maker } = turn;
    const { generator } = this.answers;
    const inside = role.response ?? [];
    const itemPlaces = (places: readonly SchemaPlace[]): readonly SchemaPlace[] => {
      const at = inside.reduce(
        (within, name) => generator.shapeOf(within).properties.get(name) ?? [],
        places,
      );
      return role.isListed ? generator.shapeOf(at).rests.map(({ place }) => place) : at;
    };
    const listed = (all: readonly Item[]) => (role.isListed ? all : (all[0] ?? {}));
    const saying: Saying = {
      given: (places) => {
        const at = itemPlaces(places);
        return around(listed(items.map((item) => maker.projected(item, at))), inside);
      },
      isSaid: (body) => role.response === undefined || agree(partAt(body, inside), listed(items)),
    };
    return this.said(turn, saying, extras);
  }

  /** The response that says an item or a list; undefined where its schema doesn't allow that. */
  private said(
    { role, resource, call }: Turn,
    saying: Saying,
    { status, headers = {} }: Extras,
  ): MockResponse | undefined {
    const { operation } = role;
    const wanted = [call.status, status].find(
      (one) => one !== undefined && operation.responses.has(String(one)),
    );
    const response = this.answers.saying(operation, { ...call, status: wanted }, saying);
    if (!response) return undefined;
    const namesNone = role.response === undefined || resource.idField === undefined;
    const isLocated = response.status === 201 || namesNone || documentsHeader(operation, 'location');
    const { Location: location, ...others } = headers;
    const located = isLocated && location !== undefined ? { Location: location } : {};
    return { ...response, headers: { ...response.headers, ...others, ...located } };
  }
}

/** Parts of a response besides its body. */
interface Extras {
  /** Taken where the document has it; else its success. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns whether two items, or lists of them, say the same as far as both say something. */
function agree(said: unknown, known: unknown): boolean {
  if (Array.isArray(known))
    return (
      Array.isArray(said) &&
      said.length === known.length &&
      known.every((one, index) => agree(said[index], one))
    );
  if (!isObject(said) || !isObject(known)) return false;
  return Object.entries(said).every(
    ([name, value]) => !Object.hasOwn(known, name) || isSame(value, known[name]),
  );
}

/** An id may be a number in one schema and a text in another. */
function isSame(a: unknown, b: unknown): boolean {
  return jsonEqual(a, b) || (!isObject(a) && !Array.isArray(a) && String(a) === String(b));
}

/** A request of which nothing can be remembered; the message is half a sentence. */
class NotRememberedError extends TypeError {}

function refused(what: string): string {
  return `the schema of an item doesn't accept ${what}`;
}

/** The reason why a request is answered without a memory; an item may be longer than the store takes. */
function reasonOf(cause: unknown): string {
  if (cause instanceof StoredDocumentError) return 'an item of more than 65,536 characters is not remembered';
  if (cause instanceof NotRememberedError) return cause.message;
  throw cause;
}

/** A body that is neither JSON nor a form nor XML is not read. @throws NotRememberedError */
function checkBody({ action }: ResourceOperation, { body, contentType }: OperationCall): void {
  const isChange = action === 'create' || action === 'replace' || action === 'merge';
  const isUnread = body === undefined && contentType !== undefined && !/json|form|^\*\/\*/i.test(contentType);
  if (isChange && isUnread) throw new NotRememberedError('a body of this media type is not remembered');
}

/** The ids in a path of a resource, in the place of its parameters. */
function parentsIn(resource: Resource, path: string): string[] {
  const given = path.split('/');
  return resource.path
    .split('/')
    .flatMap((segment, index) => (segment.includes('{') ? [decodeURIComponent(given[index] ?? '')] : []));
}

/** The only one of its kind; else the parameter behind those of what the items belong to, or the id in the body. */
function idOf({
  role,
  resource,
  call,
  sent,
}: Pick<Turn, 'role' | 'resource' | 'call' | 'sent'>): string | undefined {
  if (resource.isSingle) return singleId;
  const parameter = parametersOf(role.operation.path)[resource.parents.length];
  const id = parameter === undefined ? sent[resource.idField ?? ''] : call.path[parameter];
  return id === undefined ? undefined : plainText(id);
}

function isId(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Properties in the query, where a change has no body. */
function sentInQuery({ parameters }: Operation, { query }: OperationCall): Item {
  const names = parameters.filter(({ value }) => value.in === 'query').map(({ value }) => value.name);
  return Object.fromEntries(
    names.filter((name) => query[name] !== undefined).map((name) => [name, query[name]]),
  );
}

function documentsHeader(operation: Operation, name: string): boolean {
  const { response } = chooseResponse(operation) ?? {};
  return Object.keys(response?.value.headers ?? {}).some((one) => one.toLowerCase() === name);
}

/** The address of an item beneath the path of a request for its collection. */
function itemAddress(target: string, id: string): string {
  const [path = ''] = target.split('?', 1);
  const [, start = path, extension = ''] = /^(.*?)(\.[a-z]+|\/)?$/.exec(path) ?? [];
  return `${start}/${encodeURIComponent(id)}${extension === '/' ? '' : extension}`;
}

function notFound(resource: Resource | undefined, id: string | undefined): HandlerError {
  const things = lastName(resource?.path ?? '');
  const message = resource?.isSingle
    ? `There is no ${things}`
    : `There is no ${singular(things)} ${JSON.stringify(id)}`;
  return { status: 404, message, errors: [message] };
}

function taken(resource: Resource, id: string): HandlerError {
  const message = `There is a ${singular(lastName(resource.path))} ${JSON.stringify(id)} already`;
  return { status: 409, message, errors: [message] };
}
