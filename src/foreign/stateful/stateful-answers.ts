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
import { ResourceStore } from './resource-store.js';
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
  /** The id in the path, or in the body of a change under the collection's path. */
  readonly id: string | undefined;
  /** The item in the request's body. */
  readonly sent: Item;
  readonly now: number;
}

const maxIdTries = 50;

export class StatefulAnswers {
  readonly resources: Resources;
  private readonly maker: ItemMaker;
  private readonly seeds: Seeds;
  private readonly store: ResourceStore;
  private readonly envelope: ListEnvelope;
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
    this.maker = new ItemMaker(generator, settings.seed);
    this.seeds = new Seeds(contract, this.maker, settings.seed);
    this.store = new ResourceStore(memory.documents, this.seeds);
    this.envelope = new ListEnvelope(generator);
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
    const { store } = this;
    const idOr = (id: string | number = singleId): string => String(id);
    return {
      list: async () => [...(await store.list(resource, scope)).values()],
      find: (id) => store.find(resource, scope, idOr(id)),
      add: async (item) => {
        const made = await this.make(resource, scope, item, await this.memory.nowIn(sandbox));
        if (typeof made === 'string') throw new TypeError(made);
        if ('message' in made) throw new TypeError(made.message);
        return made.item;
      },
      save: async (id, item) => void (await store.change(resource, scope, idOr(id), () => item)),
      change: (id, change) => store.change(resource, scope, idOr(id), change),
      remove: async (id) => (await store.remove(resource, scope, idOr(id))) !== undefined,
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
      const read = this.withXml(role, call);
      const answer = unreadBody(role, read) ?? (await this.answer(role, read).catch(notKept));
      if (typeof answer !== 'string') return answer;
      const fallback = await withoutMemory(call);
      if ('message' in fallback || fallback.status >= 300) return fallback;
      const asked = this.asked(operation, call, fallback);
      return { ...asked, headers: { ...asked.headers, 'X-Mock-Fallback': answer } };
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
    const { generator } = this.answers;
    const shapeOf = (places: readonly SchemaPlace[]) => generator.shapeOf(places);
    return { ...call, body: readXml(new TextDecoder().decode(bytes), generator.places.at(pointer), shapeOf) };
  }

  private roleOf(operation: Operation) {
    return hasSuccess(operation) ? this.resources.of(operation) : undefined;
  }

  /** @returns one sentence where what is remembered can't be said */
  private async answer(
    role: ResourceOperation & { readonly resource: Resource },
    call: OperationCall,
  ): Promise<Answer | string> {
    const { resource, operation } = role;
    const parents = resource.parents.map((name, index) =>
      plainText(parameterAt(call, operation, name, index)),
    );
    const scope = { sandbox: call.sandbox, parents };
    if (!(await this.isThere(resource.parent, scope))) return notFound(resource.parent, parents.at(-1));
    const body = partAt(call.body, role.request) ?? call.body;
    const several = Array.isArray(body) && role.action !== 'merge' ? body : [body];
    const isBulk = role.action === 'create' && (role.isListed || role.response === undefined);
    if (several.length > 1 && !isBulk) return 'a request with several items is not remembered';
    const sent = isObject(several[0]) ? several[0] : {};
    const turn = {
      role,
      resource,
      call,
      scope,
      sent,
      id: idOf({ role, resource, call, sent }),
      now: await this.memory.nowIn(call.sandbox),
    };
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
    return (
      (await this.isThere(owner.parent, scope)) && (await this.store.find(owner, scope, id)) !== undefined
    );
  }

  private async list(turn: Turn): Promise<Answer | string> {
    const { role, resource, scope, call } = turn;
    const { generator } = this.answers;
    const page = pageOf(await this.store.list(resource, scope), role.operation, call.query);
    const links = pageLinks(page, call);
    const link = documentsHeader(role.operation, 'link') ? linkHeader(links) : undefined;
    const inside = role.response ?? [];
    return this.said(
      turn,
      {
        given: (places) =>
          this.envelope.around(places, inside, page, links, (list) => {
            const item = generator.shapeOf(list).rests.map(({ place }) => place);
            return page.items.map((one) => this.maker.projected(resource, one, item));
          }),
        isSaid: (body) => agree(partAt(body, inside), page.items),
      },
      { headers: link === undefined ? {} : { Link: link } },
    );
  }

  private async create(turn: Turn): Promise<Answer | string> {
    const { role, resource, scope, sent, now } = turn;
    const made = await this.make(resource, scope, sent, now);
    if (typeof made === 'string' || 'message' in made) return made;
    const isListed =
      pathKey(role.operation.path) === pathKey(resource.path) && resource.parameter !== undefined;
    const location = isListed ? { Location: itemAddress(turn.call.target, made.id) } : {};
    return this.saidItem(turn, made.item, { status: 201, headers: location });
  }

  /** Makes all items of a request or none of them, and says them in the list of the response. */
  private async createAll(turn: Turn, sent: readonly unknown[]): Promise<Answer | string> {
    const { resource, scope, now } = turn;
    const made: { readonly id: string; readonly item: Item }[] = [];
    const unmake = async (): Promise<void> => {
      for (const { id } of made) await this.store.remove(resource, scope, id);
    };
    for (const one of sent) {
      const next = await this.make(resource, scope, isObject(one) ? one : {}, now).catch(
        async (cause: unknown) => {
          await unmake();
          throw cause;
        },
      );
      if (typeof next === 'string' || 'message' in next) {
        await unmake();
        return next;
      }
      made.push(next);
    }
    return this.saidItems(
      turn,
      made.map(({ item }) => item),
      { status: 201 },
    );
  }

  /** Makes and keeps an item. @returns one sentence where that can't be, and the error where its own id is taken */
  private async make(
    resource: Resource,
    scope: Scope,
    sent: Item,
    now: number,
  ): Promise<{ readonly id: string; readonly item: Item } | HandlerError | string> {
    const own = resource.idField === undefined ? undefined : sent[resource.idField];
    const isOwn = this.maker.takesId(resource) && isId(own);
    let id = isOwn ? String(own) : '';
    for (let tries = 0; tries < maxIdTries; tries += 1) {
      if (!isOwn) id = await this.freeId(resource, scope);
      const named = resource.idField === undefined ? undefined : id;
      const item = this.maker.created(resource, sent, named, scope.parents, now);
      if (!item) return "the schema of an item doesn't accept what a server would add to the request";
      if (await this.store.add(resource, scope, id, item)) return { id, item };
      if (isOwn) return taken(resource, id);
    }
    return 'no id was free';
  }

  private async freeId(resource: Resource, scope: Scope): Promise<string> {
    const number = await this.store.next(resource, scope);
    const items = await this.store.list(resource, scope);
    const highest = [...items.keys()].reduce(
      (max, id) => (/^\d{1,15}$/.test(id) ? Math.max(max, Number(id)) : max),
      0,
    );
    return this.maker.newId(
      resource,
      Math.max(number, highest + 1),
      seededRandom(this.seed, resource.path, number),
    );
  }

  private async read(turn: Turn): Promise<Answer | string> {
    const { resource, scope, id = '' } = turn;
    const item = await this.store.find(resource, scope, id);
    return item ? this.saidItem(turn, item) : notFound(resource, id);
  }

  private async replace(turn: Turn): Promise<Answer | string> {
    const { role, resource, scope, sent, now, id } = turn;
    const { sendable } = role;
    if (id === undefined) return "the request doesn't say which item it is about";
    const mayMake =
      responseFor(role.operation, 201)?.pointer.endsWith('/201') === true || !canBeMade(resource);
    const seen = { isNew: false, isRefused: false };
    const item = await this.store.change(resource, scope, id, (before) => {
      seen.isNew = before === undefined;
      const named = this.maker.named(resource, sent, id, scope.parents);
      const after = before
        ? this.maker.replaced(resource, before, named, { now, sendable })
        : mayMake
          ? this.maker.created(resource, sent, id, scope.parents, now)
          : undefined;
      seen.isRefused = after === undefined && (before !== undefined || mayMake);
      return after ?? before;
    });
    if (seen.isRefused) return "the schema of an item doesn't accept what was sent";
    return item ? this.saidItem(turn, item, { status: seen.isNew ? 201 : 200 }) : notFound(resource, id);
  }

  private async merge(turn: Turn): Promise<Answer | string> {
    const { role, resource, scope, sent, now, id, call } = turn;
    const { sendable } = role;
    if (id === undefined) return "the request doesn't say which item it is about";
    const changes = isObject(call.body) ? sent : sentInQuery(role.operation, call);
    const keepsNull = !/merge-patch/i.test(call.contentType ?? '');
    let problem: string | undefined;
    const seen = { isRefused: false };
    const item = await this.store.change(resource, scope, id, (before) => {
      problem = undefined;
      if (!before) return undefined;
      const next = Array.isArray(call.body) ? patched(before, call.body) : undefined;
      if (typeof next === 'string') problem = next;
      const after =
        typeof next === 'string'
          ? before
          : next
            ? this.maker.touched(resource, next, before, now)
            : this.maker.merged(resource, before, changes, { now, keepsNull, sendable });
      seen.isRefused = after === undefined;
      return after ?? before;
    });
    if (problem !== undefined)
      return { status: 409, message: 'The patch could not be applied', errors: [problem] };
    if (seen.isRefused) return "the schema of an item doesn't accept the changes";
    return item ? this.saidItem(turn, item) : notFound(resource, id);
  }

  private async remove(turn: Turn): Promise<Answer | string> {
    const { resource, scope, id = '' } = turn;
    const item = await this.store.remove(resource, scope, id);
    if (!item) return notFound(resource, id);
    const said = this.saidItem(turn, { ...item, deleted: true }, { status: 204 });
    return typeof said === 'string' ? this.saidItem(turn, {}, { status: 204 }) : said;
  }

  private async clear(turn: Turn): Promise<Answer | string> {
    const { role, resource, scope, call } = turn;
    const all = await this.store.list(resource, scope);
    const chosen = new Set(pageOf(all, role.operation, call.query).items);
    for (const [id, item] of all) if (chosen.has(item)) await this.store.remove(resource, scope, id);
    return this.saidItem(turn, {}, { status: 204 });
  }

  private saidItem(turn: Turn, item: Item, extras: Extras = {}): MockResponse | string {
    return this.saidItems(turn, [item], extras);
  }

  /** @param items one, or several where the response has a list of them or none */
  private saidItems(turn: Turn, items: readonly Item[], extras: Extras): MockResponse | string {
    const { role, resource } = turn;
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
        return around(listed(items.map((item) => this.maker.projected(resource, item, at))), inside);
      },
      isSaid: (body) => role.response === undefined || agree(partAt(body, inside), listed(items)),
    };
    return this.said(turn, saying, extras);
  }

  /** The response that says an item or a list; one sentence where its schema doesn't allow that. */
  private said(
    { role, resource, call }: Turn,
    saying: Saying,
    { status, headers = {} }: Extras,
  ): MockResponse | string {
    const { operation } = role;
    const wanted = [call.status, status].find(
      (one) => one !== undefined && operation.responses.has(String(one)),
    );
    const response = this.answers.saying(operation, { ...call, status: wanted }, saying);
    if (!response) return 'the schema of this response does not accept what is remembered';
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

function hasSuccess(operation: Operation): boolean {
  const { status = 200 } = chooseResponse(operation) ?? {};
  return status < 400;
}

/** An item may be longer than the store takes. */
function notKept(cause: unknown): string {
  if (cause instanceof StoredDocumentError) return 'an item of more than 65,536 characters is not remembered';
  throw cause;
}

/** A body that is neither JSON nor a form nor XML is not read, and can't be remembered. */
function unreadBody({ action }: ResourceOperation, { body, contentType }: OperationCall): string | undefined {
  const isChange = action === 'create' || action === 'replace' || action === 'merge';
  const isUnread = body === undefined && contentType !== undefined && !/json|form|^\*\/\*/i.test(contentType);
  return isChange && isUnread ? 'a body of this media type is not remembered' : undefined;
}

/** A parameter of a resource's path; another path of it may call it otherwise. */
function parameterAt(call: OperationCall, { path }: Operation, name: string, index: number): unknown {
  return call.path[name] ?? call.path[parametersOf(path)[index] ?? ''];
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

function canBeMade({ operations }: Resource): boolean {
  return operations.some(({ action }) => action === 'create');
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
