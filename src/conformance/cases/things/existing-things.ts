import { isDeepStrictEqual } from 'node:util';
import { toPointer, valueAt } from '../../../contract/json-pointer.js';
import type { Operation } from '../../../contract/operations.js';
import { isObject } from '../../../contract/schema/json-equal.js';
import { listIn } from '../../checks/list-in.js';
import { requestMediaOf } from '../../document/request-media.js';
import { completed, type CompletedExchange, type Exchange } from '../../target/exchange.js';
import { observedCase, type Case } from '../case.js';
import { newRequest } from '../new-request.js';
import { jsonOf, withOtherTexts, withValue } from '../other-texts.js';
import type { Planner } from '../planner.js';
import { isReading } from '../writes.js';
import { withBody, withHeaders, withJson, type RequestParts } from '../request.js';
import { otherBodies } from './other-bodies.js';
import { changesBetween, withChanges, type BodyChange } from './changed-body.js';
import { collectionBefore, collectionNamed, collectionsOf, plain, type Collection } from './collections.js';
import { followUpsOf, pathValues } from './follow-ups.js';

/** A field of a valid body that has the id of something else, and the POST that makes such things, if one does. */
export interface Reference {
  readonly path: readonly string[];
  readonly pointer: string;
  readonly maker?: Operation;
  readonly collection: Collection;
}

/** Something that the target has. */
interface Thing {
  readonly id: unknown;
  /** Of the parameters of its list's path. */
  readonly values: Readonly<Record<string, unknown>>;
  /** False for what was there before the run, which is read and named, and never changed. */
  readonly isMade: boolean;
}

/** What planned requests of an operation were made with, before more was known. */
interface Usual {
  readonly path: string;
  readonly body?: Buffer | undefined;
}

/** Things at most that are taken from one list. */
const maxListed = 5;
/** Requests at most for what there is. */
const maxRequests = 150;
/** Refusals after which another body, or another id in it, may be served. */
const refusals: readonly number[] = [400, 404, 409, 422];

/**
 * What a target has of another document's things. Before anything else the run lists and makes some of each kind; then requests name those,
 * in their paths and where a field of the body is named as a kind, such as `bookId` for what is at `/books`. Where the target refuses the
 * usual body of what makes a thing, others that the document allows are tried. What is told to be there already gets other names.
 */
export class ExistingThings {
  /** The last ones last. */
  private readonly things = new Map<Collection, Thing[]>();
  private readonly collections: readonly Collection[];
  private readonly references = new Map<Operation, readonly Reference[]>();
  private readonly usual = new Map<Operation, Usual>();
  private readonly changes = new Map<Operation, readonly BodyChange[]>();
  /** What has made something. */
  private readonly served = new Set<Operation>();

  constructor(private readonly planner: Planner) {
    this.collections = collectionsOf(planner);
  }

  /** Finds out what there is, and how more of it is made. */
  async discover(send: (item: Case) => Promise<Exchange>): Promise<void> {
    let left = maxRequests;
    const sent = async (item: Case): Promise<Exchange | undefined> => {
      left -= 1;
      return left < 0 ? undefined : send(item);
    };
    const asked = new Set<Operation>();
    // What a collection needs may be made after it in the first round.
    for (let round = 0; round < 2; round += 1) {
      for (const { list } of this.collections) {
        if (list !== undefined) this.learnPath(list);
        if (list === undefined || asked.has(list) || !this.planner.isReachable(list)) continue;
        if (!this.planner.maySend(list)) continue;
        asked.add(list);
        await sent(this.usualCase(list));
      }
      for (const collection of this.inOrder()) {
        const { maker } = collection;
        if (maker === undefined || this.served.has(maker)) continue;
        this.learnPath(maker);
        if (this.planner.isReachable(maker)) await this.make(collection, maker, sent);
      }
    }
    for (const operation of this.planner.operations) this.learnPath(operation);
  }

  /** Those that name nothing themselves first, and those whose paths need nothing. */
  private inOrder(): Collection[] {
    const needs = ({ path, maker }: Collection): number =>
      10 * path.split('{').length + (maker === undefined ? 0 : this.referencesOf(maker).length);
    return [...this.collections].sort((a, b) => needs(a) - needs(b));
  }

  /** Makes the first thing of a collection, with the first body that the target serves. */
  private async make(
    collection: Collection,
    maker: Operation,
    send: (item: Case) => Promise<Exchange | undefined>,
  ): Promise<void> {
    const { planner } = this;
    const usual = planner.body(maker);
    const bodies = [usual, ...otherBodies(planner, maker, usual, (name) => this.isKnown(name))];
    // Other things for the body first: those of the path were made by this run.
    const { inBody, inPath } = this.needsOf(maker);
    const turns = [inBody, [...inBody, ...inPath]].flatMap((turned) =>
      Array<readonly Collection[]>(this.othersOf(turned)).fill(turned),
    );
    const attempts = [
      ...bodies.map((body) => ({ body, turned: [] })),
      ...turns.map((turned) => ({ body: usual, turned })),
    ];
    for (const { body, turned } of attempts) {
      this.turn(maker, turned);
      this.learnBody(maker, body);
      const exchange = await send(this.usualCase(maker));
      const status = exchange?.outcome.kind === 'response' ? exchange.outcome.status : 0;
      if (status >= 200 && status < 300) {
        this.served.add(maker);
        if (planner.withBody.includes(maker)) this.changes.set(maker, changesBetween(usual, body));
        return;
      }
      if (!refusals.includes(status)) break;
    }
    planner.learnBody(maker, usual);
  }

  /** The body that requests are made with from now on. In one that is no JSON, ids are no longer found when it is sent. */
  private learnBody(operation: Operation, body: unknown): void {
    const { planner } = this;
    const learned = planner.withBody.includes(operation) ? body : this.withReferences(operation, body, []);
    if (learned === planner.body(operation)) return;
    this.keepUsual(operation);
    planner.learnBody(operation, learned);
  }

  /** The collections of what a request names. */
  private needsOf(operation: Operation): Readonly<Record<'inBody' | 'inPath', readonly Collection[]>> {
    const names = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
    const inPath = names.flatMap((name) => collectionBefore(this.collections, operation.path, name) ?? []);
    const inBody = this.referencesOf(operation).map(({ collection }) => collection);
    return { inBody: [...new Set(inBody)], inPath };
  }

  /** How many others there are than those that would be named now. */
  private othersOf(collections: readonly Collection[]): number {
    return Math.max(1, ...collections.map((one) => this.things.get(one)?.length ?? 0)) - 1;
  }

  /** Lets the requests of an operation name other things of these kinds. */
  private turn(operation: Operation, collections: readonly Collection[]): void {
    for (const collection of collections) {
      const known = this.things.get(collection) ?? [];
      this.things.set(collection, [...known.slice(-1), ...known.slice(0, -1)]);
    }
    if (collections.length > 0) this.learnPath(operation, true);
  }

  private isKnown(name: string): boolean {
    const collection = collectionNamed(this.collections, name);
    return collection !== undefined && (this.things.get(collection) ?? []).length > 0;
  }

  /** Lets the requests of an operation name what there is in their path, where that is safe. */
  private learnPath(operation: Operation, anew = false): void {
    const { planner } = this;
    if (!operation.path.includes('{') || operation.method === 'delete') return;
    if (planner.isReachable(operation) && !anew) return;
    const isAddition = this.collections.some(({ maker, list }) => maker === operation || list === operation);
    const isRead = isReading(operation);
    if (!isRead && !isAddition && operation.method === 'post') return;
    const values = this.valuesFor(operation.path, (thing) => isRead || isAddition || thing.isMade);
    if (values === undefined) return;
    this.keepUsual(operation);
    planner.learnValues(operation, values);
  }

  /** The values for the parameters of a path; undefined where something that it names is not there. */
  private valuesFor(path: string, isFit: (thing: Thing) => boolean): Record<string, unknown> | undefined {
    const values: Record<string, unknown> = {};
    for (const name of [...path.matchAll(/\{([^{}]+)\}/g)].map(([, one = '']) => one).reverse()) {
      if (values[name] !== undefined) continue;
      const collection = collectionBefore(this.collections, path, name);
      const thing = collection && this.things.get(collection)?.findLast(isFit);
      if (thing === undefined) return undefined;
      Object.assign(values, { ...thing.values, ...values, [name]: thing.id });
    }
    return values;
  }

  private keepUsual(operation: Operation): void {
    if (this.usual.has(operation)) return;
    const { path, body } = this.planner.requestWithoutKeyWith(operation, {});
    this.usual.set(operation, { path, body });
  }

  private usualCase(operation: Operation): Case {
    const item = observedCase(this.planner.stated, operation, {
      id: `made/${operation.id}`,
      title: 'a valid request',
      request: newRequest(this.planner, operation),
    });
    const writes = this.planner.writes(item);
    return { ...item, writes, accept: this.planner.successStatuses(operation) };
  }

  /** The request with existing things in its path and its body. */
  prepared(item: Case, request: RequestParts): RequestParts {
    const { operation } = item;
    if (operation === undefined || this.collections.length === 0) return request;
    const sent = this.withKnownPath(operation, item, request);
    const usual = this.usual.get(operation);
    if (
      usual?.body !== undefined &&
      sent.body?.equals(usual.body) === true &&
      !this.planner.withBody.includes(operation)
    )
      return withBody(sent, this.planner.requestWithoutKeyWith(operation, {}).body ?? usual.body);
    const references = this.referencesOf(operation);
    const changes = this.changes.get(operation) ?? [];
    if (references.length + changes.length === 0 || sent.body === undefined) return sent;
    const body = jsonOf(sent.body);
    const problems = item.problems.map(({ pointer }) => pointer);
    const isLeftAlone = (pointer: string): boolean =>
      problems.some((one) => pointer.startsWith(one) || one.startsWith(pointer));
    const changed = this.withReferences(operation, withChanges(body, changes, isLeftAlone), problems);
    return isDeepStrictEqual(changed, body) ? sent : withJson(sent, changed);
  }

  /** The request for what is there, where it has the usual path: what is wrong or unknown on purpose stays. */
  private withKnownPath(operation: Operation, { parameter }: Case, request: RequestParts): RequestParts {
    const usual = this.usual.get(operation)?.path.split('?', 1)[0];
    const [path = '', ...query] = request.path.split('?');
    if (usual === undefined || path !== usual || parameter?.value.in === 'path') return request;
    const [known = path] = this.planner.requestWithoutKeyWith(operation, {}).path.split('?', 1);
    return known === path ? request : { ...request, path: [known, ...query].join('?') };
  }

  /** The body with the ids of existing things, outside of what is wrong on purpose. */
  private withReferences(operation: Operation, body: unknown, problems: readonly string[]): unknown {
    return this.referencesOf(operation).reduce<unknown>((changing, { path, pointer, collection }) => {
      const isFree = ['string', 'number'].includes(typeof valueAt(body, pointer));
      if (!isFree || problems.some((problem) => pointer.startsWith(problem))) return changing;
      // Elements of one list are different things.
      const place = /^\d+$/.test(path.at(-1) ?? '') ? Number(path.at(-1)) : 0;
      const id = this.things.get(collection)?.at(-1 - place)?.id;
      return id === undefined ? changing : withValue(changing, path, id);
    }, body);
  }

  /** The requests that make other things for those that a request names, which a target may let be used once. */
  neededAgain({ operation }: Case): Case[] {
    const references = operation === undefined ? [] : this.referencesOf(operation);
    const makers = new Set(references.flatMap(({ maker }) => maker ?? []));
    return [...makers]
      .filter((maker) => this.planner.isReachable(maker))
      .map((maker) => this.usualCase(maker));
  }

  /** The request that follows a conflict; undefined where nothing in it can be another. */
  after({ case: item, request }: Exchange): RequestParts | undefined {
    return withOtherTexts(this.planner, item, request);
  }

  /** The request that reads what another is about, for its entity tag; undefined where the document has neither. */
  reading({ case: { operation }, request }: Exchange): Case | undefined {
    const takesTag = operation?.parameters.some(
      ({ value }) => value.in === 'header' && value.name.toLowerCase() === 'if-match',
    );
    const read = this.planner.operations.find(
      ({ method, path }) => takesTag === true && method === 'get' && path === operation?.path,
    );
    if (read === undefined) return undefined;
    const headers = { 'Content-Type': undefined, 'If-Match': undefined };
    return observedCase(this.planner.stated, read, {
      ...{ id: `read/${read.id}`, title: 'what is to be changed' },
      request: { ...withHeaders(request, headers), method: 'GET', body: undefined },
    });
  }

  /** Notes what a response shows, or says to be made or removed. */
  take(exchange: Exchange): void {
    const { operation } = exchange.case;
    const done = completed(exchange);
    if (operation === undefined || done === undefined || done.response.status >= 300) return;
    if (operation.method === 'delete') this.takeRemoved(exchange.request);
    for (const collection of this.collections) {
      if (collection.maker === operation) this.takeMade(collection, done);
      if (collection.list === operation) this.takeListed(collection, done);
    }
  }

  private takeRemoved({ path }: RequestParts): void {
    const segments = path.split(/[/?]/);
    const isIn = (value: unknown): boolean => segments.includes(encodeURIComponent(String(value)));
    // What is below it is gone with it.
    for (const [collection, things] of this.things)
      this.things.set(
        collection,
        things.filter(({ id, values }) => !isIn(id) && !Object.values(values).some(isIn)),
      );
  }

  private takeMade(collection: Collection, made: CompletedExchange): void {
    const [followUp] = followUpsOf(this.planner.stated, made);
    if (followUp?.id === undefined) return;
    const thing = { id: followUp.id, values: this.valuesIn(made), isMade: true };
    const { path } = followUp.operation;
    const [, name = ''] = /^.*\{([^{}]+)\}/.exec(path) ?? [];
    // What starts a job of `/jobs/{job}` may stand at another path.
    const of = collectionBefore(this.collections, path, name) ?? collection;
    this.things.set(of, [...(this.things.get(of) ?? []), thing]);
  }

  private takeListed(collection: Collection, listed: CompletedExchange): void {
    const known = this.things.get(collection) ?? [];
    if (known.length >= maxListed) return;
    const values = this.valuesIn(listed);
    const found = (listIn(listed) ?? []).flatMap((one): Thing[] => {
      const id = isObject(one) ? idOf(one, collection.names) : undefined;
      return id === undefined || known.some((thing) => thing.id === id)
        ? []
        : [{ id, values, isMade: false }];
    });
    this.things.set(collection, [...found.slice(0, maxListed), ...known]);
  }

  private valuesIn({ operation, request }: CompletedExchange): Readonly<Record<string, unknown>> {
    return operation === undefined ? {} : pathValues(operation, request.path);
  }

  /** The fields of an operation's valid body that have the ids of other things. */
  referencesOf(operation: Operation): readonly Reference[] {
    if (this.collections.length === 0) return [];
    let references = this.references.get(operation);
    if (references === undefined) {
      references = requestMediaOf(operation) ? this.referencesIn(this.planner.body(operation)) : [];
      this.references.set(operation, references);
    }
    return references.filter(({ maker }) => maker === undefined || maker !== operation);
  }

  private referencesIn(value: unknown, path: readonly string[] = []): Reference[] {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([name, child]) => this.referencesIn(child, [...path, name]));
    const name = nameOf(path);
    const collection = name === '' || name === 'id' ? undefined : collectionNamed(this.collections, name);
    if (collection === undefined) return [];
    const { maker } = collection;
    return [{ path, pointer: toPointer(path), ...(maker && { maker }), collection }];
  }
}

/** The id of a thing in a list. */
function idOf(thing: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  const named = Object.entries(thing).find(([name]) => names.includes(plain(name)));
  return [named?.[1], thing.id].find((id) => typeof id === 'string' || typeof id === 'number');
}

/** The name of a field; of an element of a list the name of one, such as `bookId` of `bookIds`. */
function nameOf(path: readonly string[]): string {
  const isElement = /^\d+$/.test(path.at(-1) ?? '');
  return isElement ? plain(path.at(-2) ?? '').replace(/s$/, '') : plain(path.at(-1) ?? '');
}
