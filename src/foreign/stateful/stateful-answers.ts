/**
 * Answers the operations of a document from what a sandbox remembers: what was made is read, listed, changed and removed. An operation
 * of no resource (whose list has the page that is asked for), one whose client asks for another response, and one whose schema refuses what is remembered are answered from the
 * document, as without a memory; the last says so in `X-Mock-Fallback`.
 */
import type { Contract } from '../../contract/contract.js';
import { isXmlMediaType, type Operation } from '../../contract/operations.js';
import { isObject } from '../../contract/schema/json-equal.js';
import type { MockResponse } from '../../mock/exchange/response.js';
import type { OperationAnswerer, OperationCall } from '../../mock/served-operation.js';
import type { DocumentStore, MaybePromise } from '../../mock/service-definition.js';
import { asksForAnother, isSuccess, type Answer } from '../answer.js';
import { chooseResponse } from '../choose-response.js';
import type { DocumentAnswers, Saying } from '../document-answers.js';
import type { StoredItems } from '../handlers/handler-store.js';
import { inferResources } from '../resources/infer-resources.js';
import { itemPath, parametersOf, pathKey } from '../resources/paths.js';
import type { Resource, ResourceOperation, Resources } from '../resources/resource.js';
import { actions } from './actions.js';
import { Contents } from './contents.js';
import { partAt, plainText, type Item, type Scope } from './item.js';
import { readXml, xmlSchemaPointer } from './read-xml.js';
import { notFound, NotRememberedError, reasonOf } from './refusals.js';
import { withKeys } from './repeated-keys.js';
import { ScopedItems } from './scoped-items.js';
import { isPathOf, readSeedData, type SeedProblem } from './seed-data.js';
import { Seeds, singleId } from './seeds.js';
import { pageOf } from './lists/list-query.js';

/** The memory of a mock of somebody's document. */
export interface Memory {
  readonly documents: DocumentStore;
  /** Milliseconds since 1970 in a sandbox. */
  readonly nowIn: (sandbox: string) => MaybePromise<number>;
}

type Role = ResourceOperation & { readonly resource: Resource };

export class StatefulAnswers {
  readonly resources: Resources;
  private readonly seeds: Seeds;
  private readonly contents: Contents;

  /** @throws OptionError for an `x-drydock-resource` that can't be followed */
  constructor(
    private readonly contract: Contract,
    private readonly answers: DocumentAnswers,
    private readonly memory: Memory,
  ) {
    const { generator, settings } = answers;
    this.resources = inferResources(contract, generator);
    this.seeds = new Seeds(contract, generator, settings.seed);
    this.contents = new Contents(contract, answers, memory.documents);
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
    return this.roleOf(operation) !== undefined || this.contents.has(operation);
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
    const items = this.itemsOf(resource, { sandbox, parents: parentsIn(resource, path) });
    const idOr = (id: string | number = singleId): string => String(id);
    return {
      list: async () => [...(await items.list()).values()],
      find: (id) => items.find(idOr(id)),
      add: async (item) => {
        const made = await items.make(item, await this.memory.nowIn(sandbox));
        if ('message' in made) throw new TypeError(made.message);
        return made.item;
      },
      save: async (id, item) => void (await items.change(idOr(id), () => item)),
      change: (id, change) => items.change(idOr(id), change),
      remove: async (id) => (await items.remove(idOr(id))) !== undefined,
    };
  }

  /** An answerer that knows repeated requests by their `Idempotency-Key`. */
  withKeys(operation: Operation, answer: OperationAnswerer): OperationAnswerer {
    return withKeys(this.contract, operation, answer, this.memory.documents);
  }

  answererFor(operation: Operation): OperationAnswerer {
    const withoutMemory = this.answers.answererFor(operation);
    const role = this.roleOf(operation);
    const answer = role ? this.remembering(role, withoutMemory) : this.unremembered(operation, withoutMemory);
    return this.contents.answererFor(operation, answer);
  }

  private remembering(role: Role, withoutMemory: OperationAnswerer): OperationAnswerer {
    const { operation } = role;
    return async (call) => {
      if (asksForAnother(call)) return withoutMemory(call);
      const refused = this.answers.refusal(operation, call);
      if (refused) return refused;
      const answer = await this.answer(role, this.withValue(role, call)).catch(reasonOf);
      if (answer !== undefined && typeof answer !== 'string') return answer;
      const fallback = await withoutMemory(call);
      if (!isSuccess(fallback)) return fallback;
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
      if (call.dynamic || !isSuccess(made)) return made;
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

  /** The call with the value of a body that is XML, or an item that says nothing of itself where the body is its content. */
  private withValue({ operation }: ResourceOperation, call: OperationCall): OperationCall {
    const { body, bytes, contentType } = call;
    if (this.contents.isSent(operation, call)) return { ...call, body: {} };
    if (body !== undefined || contentType === undefined || !isXmlMediaType(contentType)) return call;
    const pointer = xmlSchemaPointer(operation, contentType);
    if (pointer === undefined || bytes.length === 0) return call;
    return { ...call, body: readXml(new TextDecoder().decode(bytes), this.answers.generator, pointer) };
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
  private async answer(role: Role, call: OperationCall): Promise<Answer | undefined> {
    checkBody(role, call);
    const { resource, operation } = role;
    // Another path of the resource may call its parameters otherwise.
    const names = parametersOf(operation.path);
    const parents = resource.parents.map((name, index) =>
      plainText(call.path[name] ?? call.path[names[index] ?? '']),
    );
    const scope = { sandbox: call.sandbox, parents };
    if (!(await this.isThere(resource.parent, scope))) return notFound(resource.parent, parents.at(-1));
    const sent = sentItems(role, call);
    const now = await this.memory.nowIn(call.sandbox);
    const items = this.itemsOf(resource, scope);
    const id = idOf(role, call, sent[0]);
    return actions[role.action]({ role, call, items, id, sent, now, answers: this.answers });
  }

  /** Returns whether the thing exists that the items of a resource belong to; one that no resource knows does. */
  private async isThere(owner: Resource | undefined, { sandbox, parents }: Scope): Promise<boolean> {
    if (!owner) return true;
    const [id = '', ...outer] = parents.toReversed();
    const scope = { sandbox, parents: outer.toReversed() };
    if (!(await this.isThere(owner.parent, scope))) return false;
    return (await this.itemsOf(owner, scope).find(id)) !== undefined;
  }
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

/** The items in a request's body. @throws NotRememberedError for several where one is meant */
function sentItems(
  { action, isListed, request, response }: Role,
  { body }: OperationCall,
): readonly [Item, ...Item[]] {
  const part = partAt(body, request) ?? body;
  const several: readonly unknown[] = Array.isArray(part) && action !== 'merge' ? part : [part];
  const isBulk = action === 'create' && (isListed || response === undefined);
  if (several.length > 1 && !isBulk)
    throw new NotRememberedError('a request with several items is not remembered');
  const [first = {}, ...others] = several.map((one) => (isObject(one) ? one : {}));
  return [first, ...others];
}

/** The only one of its kind; else the parameter behind those of what the items belong to, or the id in the body. */
function idOf({ operation, resource }: Role, call: OperationCall, sent: Item): string | undefined {
  if (resource.isSingle) return singleId;
  const parameter = parametersOf(operation.path)[resource.parents.length];
  const id = parameter === undefined ? sent[resource.idField ?? ''] : call.path[parameter];
  return id === undefined ? undefined : plainText(id);
}

/**
 * The body of an operation that no resource has, as the request asks for it: the page of its list, or the values that a change
 * sends. The document alone has made the rest of it.
 *
 * @returns undefined where the request says nothing of it
 */
function asAsked(
  body: unknown,
  operation: Operation,
  call: { readonly body: unknown; readonly query: Readonly<Record<string, unknown>> },
): unknown {
  if (operation.method === 'get')
    return Object.keys(call.query).length === 0 ? undefined : paged(body, operation, call.query);
  return isObject(body) && isObject(call.body) ? withSent(body, call.body) : undefined;
}

/** The list may be the only one in an object. */
function paged(body: unknown, operation: Operation, query: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(body)) {
    const items = new Map(body.map((item, index) => [String(index), item as Item]));
    return pageOf(items, operation, query).items;
  }
  const lists = isObject(body) ? Object.entries(body).filter(([, value]) => Array.isArray(value)) : [];
  const [[name, list] = ['']] = lists;
  return lists.length === 1 ? { ...(body as Item), [name]: paged(list, operation, query) } : undefined;
}

function withSent(body: Item, sent: Item): Item {
  const same = Object.entries(sent).filter(
    ([name, value]) => Object.hasOwn(body, name) && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return { ...body, ...Object.fromEntries(same) };
}
