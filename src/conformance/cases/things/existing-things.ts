import { getOrMake } from '../../../contract/get-or-make.js';
import { isDeepStrictEqual } from 'node:util';
import { toPointer, valueAt } from '../../../contract/json-pointer.js';
import type { Operation } from '../../../contract/operations.js';
import { isContainer, isObject } from '../../../contract/schema/json-equal.js';
import { listIn } from '../../checks/list-in.js';
import { requestMediaOf } from '../../document/request-media.js';
import { completed, type CompletedExchange, type Exchange, type Outcome } from '../../target/exchange.js';
import { observedCase, type Case } from '../case.js';
import { idempotencyKeyOf, newRequest, withOwnKey } from '../new-request.js';
import { changed, valuesIn, type BodyNode } from '../generate/body-nodes.js';
import { withOtherTexts } from '../other-texts.js';
import { jsonOf } from '../../target/json-body.js';
import type { Planner } from '../planner.js';
import { requestHeader, withBody, withHeaders, type RequestParts } from '../request.js';
import { withChanges, type BodyChange } from './changed-body.js';
import { changedText } from './changed-text.js';
import {
  collectionBefore,
  collectionNamed,
  collectionsOf,
  depthOf,
  plain,
  type Collection,
} from './collections.js';
import { followUpsOf, pathValues } from './follow-ups.js';

/** A field of a valid body that has the id of something else, and the POST that makes such things, if one does. */
export interface Reference {
  readonly path: BodyNode['path'];
  readonly pointer: string;
  readonly maker?: Operation;
  readonly collection: Collection;
}

/** Something that the target has. */
export interface Thing {
  readonly id: unknown;
  /** Of the parameters of its list's path. */
  readonly values: Readonly<Record<string, unknown>>;
  /** False for what was there before the run, which is read and named, and never changed. */
  readonly isMade: boolean;
}

/** The things that were made for one request alone, by their kind. */
export type OwnThings = ReadonlyMap<Collection, Thing>;

/** The request around a body whose references are looked for. */
interface ReferenceContext {
  /** Pointers of what is wrong or unusual on purpose. */
  readonly onPurpose?: readonly string[];
  /** Values of the parameters of its path. */
  readonly inPath?: Readonly<Record<string, unknown>>;
  readonly own?: OwnThings;
}

/** Path and body of an operation's planned requests, before more was known. */
interface Usual {
  readonly path: string;
  readonly body?: Buffer | undefined;
}

/** Things at most that are taken from one list. */
const maxListed = 5;
/**
 * The things of another document that a target has. Requests name those in their paths, and where a field of the body is
 * named as a kind, such as `bookId` for what is at `/books`. What is told to be there already gets other names.
 */
export class ExistingThings {
  /** The last ones last. */
  private readonly things = new Map<Collection, readonly Thing[]>();
  readonly collections: readonly Collection[];
  private readonly references = new Map<Operation, readonly Reference[]>();
  private readonly usual = new Map<Operation, Usual>();
  private readonly changes = new Map<Operation, readonly BodyChange[]>();
  /** Things by the responses that told of their making. */
  private readonly madeBy = new WeakMap<Outcome, Thing>();
  private readonly owned = new WeakSet<Thing>();

  constructor(private readonly planner: Planner) {
    this.collections = collectionsOf(planner);
  }

  /** The things of a collection, the last ones last. */
  of(collection: Collection): readonly Thing[] {
    return this.things.get(collection) ?? [];
  }

  /** Lets another thing of a collection be the one that is named. */
  turn(collection: Collection): void {
    const known = this.of(collection);
    this.things.set(collection, [...known.slice(-1), ...known.slice(0, -1)]);
  }

  /** Lets requests that were planned with the usual body have these changes of it. */
  change(operation: Operation, changes: readonly BodyChange[]): void {
    this.changes.set(operation, changes);
  }

  /** Keeps what planned requests of an operation look like, before the planner learns something else. */
  keepUsual(operation: Operation): void {
    if (this.usual.has(operation)) return;
    const { path, body } = this.planner.requestWithoutKey(operation, {});
    this.usual.set(operation, { path, body });
  }

  /** A valid request. */
  usualCase(operation: Operation): Case {
    const item = observedCase(this.planner.stated, operation, {
      id: `made/${operation.id}`,
      title: 'a valid request',
      request: newRequest(this.planner, operation),
    });
    const writes = this.planner.writes(item);
    return { ...item, writes, accept: this.planner.successStatuses(operation) };
  }

  /**
   * The request with existing things in its path and its body.
   *
   * @param own those that were made for this request alone
   */
  prepared(item: Case, request: RequestParts, own: OwnThings = new Map()): RequestParts {
    const { operation } = item;
    if (operation === undefined) return request;
    const fresh = this.hasPlannedKey(operation, request) ? withOwnKey(this.planner, item, request) : request;
    if (this.collections.length === 0) return fresh;
    const sent = this.withKnownPath(operation, item, fresh);
    const usual = this.usual.get(operation);
    if (
      usual?.body !== undefined &&
      sent.body?.equals(usual.body) === true &&
      !this.planner.withBody.includes(operation)
    )
      return withBody(sent, this.planner.requestWithoutKey(operation, {}).body ?? usual.body);
    const references = this.referencesOf(operation);
    const changes = this.changes.get(operation) ?? [];
    if (references.length + changes.length === 0 || sent.body === undefined) return sent;
    const body = jsonOf(sent.body);
    if (body === undefined) return sent;
    const onPurpose = [...item.problems.map(({ pointer }) => pointer), ...(item.unusual ?? [])];
    const isLeftAlone = (pointer: string): boolean =>
      onPurpose.some((one) => pointer.startsWith(one) || one.startsWith(pointer));
    const inPath = pathValues(operation, sent.path);
    const usable = withChanges(body, changes, isLeftAlone);
    const named = this.withReferences(operation, usable, { onPurpose, inPath, own });
    if (isDeepStrictEqual(named, body)) return sent;
    return withBody(sent, changedText(sent.body.toString(), body, named));
  }

  /** Returns whether a request has the idempotency key with which all of its operation are planned. */
  private hasPlannedKey(operation: Operation, request: RequestParts): boolean {
    const name = idempotencyKeyOf(this.planner, operation)?.value.name;
    if (name === undefined) return false;
    const planned = requestHeader(this.planner.requestWithoutKey(operation, {}), name);
    return requestHeader(request, name) === planned;
  }

  /** The request for what is there, where it has the usual path: what is wrong or unknown on purpose stays. */
  private withKnownPath(operation: Operation, { parameter }: Case, request: RequestParts): RequestParts {
    const usual = this.usual.get(operation)?.path.split('?', 1)[0];
    const [path = '', ...query] = request.path.split('?');
    if (usual === undefined || path !== usual || parameter?.value.in === 'path') return request;
    const [known = path] = this.planner.requestWithoutKey(operation, {}).path.split('?', 1);
    return known === path ? request : { ...request, path: [known, ...query].join('?') };
  }

  /** The body with the ids of existing things. */
  withReferences(
    operation: Operation,
    body: unknown,
    { onPurpose = [], inPath = {}, own }: ReferenceContext = {},
  ): unknown {
    const around = new Map<Collection, unknown>();
    // What names a thing below another one says which that is, such as the hotel of a room.
    const inner = this.referencesOf(operation).toSorted(
      (a, b) => depthOf(b.collection) - depthOf(a.collection),
    );
    return inner.reduce<unknown>((changing, { path, pointer, collection }) => {
      const isFree = ['string', 'number'].includes(typeof valueAt(body, pointer));
      if (!isFree || onPurpose.some((one) => pointer.startsWith(one))) return changing;
      // Elements of one list are different things.
      const place = isElement(path) ? Number(path.at(-1)) : 0;
      const thing =
        (place === 0 ? own?.get(collection) : undefined) ?? this.thingFor(collection, place, inPath);
      const id = around.get(collection) ?? thing?.id;
      if (id === undefined) return changing;
      if (thing?.id === id) this.noteAround(around, collection, thing);
      return changed(changing, path, id);
    }, body);
  }

  /** One of the last things that are nobody's own, below what the path names if any of them is. */
  private thingFor(
    collection: Collection,
    place: number,
    inPath: Readonly<Record<string, unknown>>,
  ): Thing | undefined {
    const isBelow = ({ values }: Thing): boolean =>
      Object.entries(values).every(([name, value]) => (inPath[name] ?? value) === value);
    const known = this.of(collection);
    const free = known.filter((thing) => !this.owned.has(thing));
    const choices = [free.filter(isBelow), free, known];
    return choices.find(({ length }) => length > 0)?.at(-1 - place);
  }

  /** Keeps what was made for one request from all others: a target may let it be used once. */
  own(made: readonly Exchange[]): OwnThings {
    const own = new Map<Collection, Thing>();
    for (const { case: item, outcome } of made) {
      const collection = this.collections.find(({ maker }) => maker === item.operation);
      const thing = outcome.kind === 'response' ? this.madeBy.get(outcome) : undefined;
      if (collection === undefined || thing === undefined) continue;
      this.owned.add(thing);
      own.set(collection, thing);
    }
    return own;
  }

  /** Notes the things that one is below, as the ids that they were given. */
  private noteAround(around: Map<Collection, unknown>, collection: Collection, { values }: Thing): void {
    for (const [name, value] of Object.entries(values)) {
      const outer = collectionBefore(this.collections, collection.path, name);
      const id = outer && this.of(outer).find((one) => String(one.id) === value)?.id;
      if (outer && id !== undefined && !around.has(outer)) around.set(outer, id);
    }
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
    // Things below it are gone with it.
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
    // The operation that starts a job of `/jobs/{job}` may stand at another path.
    const of = collectionBefore(this.collections, path, name) ?? collection;
    this.things.set(of, [...this.of(of), thing]);
    this.madeBy.set(made.outcome, thing);
  }

  private takeListed(collection: Collection, listed: CompletedExchange): void {
    const known = this.of(collection);
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
    const references = getOrMake(this.references, operation, () =>
      requestMediaOf(operation) ? this.referencesIn(this.planner.body(operation)) : [],
    );
    return references.filter(({ maker }) => maker === undefined || maker !== operation);
  }

  private referencesIn(body: unknown): Reference[] {
    return [...valuesIn(body)].flatMap(({ path, value }): Reference[] => {
      const name = nameOf(path);
      if (isContainer(value) || name === '' || name === 'id') return [];
      const collection = collectionNamed(this.collections, name);
      if (collection === undefined) return [];
      const { maker } = collection;
      return [{ path, pointer: toPointer(path), ...(maker && { maker }), collection }];
    });
  }
}

/** The id of a thing in a list. */
function idOf(thing: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  const named = Object.entries(thing).find(([name]) => names.includes(plain(name)));
  return [named?.[1], thing.id].find((id) => typeof id === 'string' || typeof id === 'number');
}

/** The name of a field; of an element of a list the name of one, such as `bookId` of `bookIds`. */
function nameOf(path: BodyNode['path']): string {
  const at = (index: number): string => plain(String(path.at(index) ?? ''));
  return isElement(path) ? at(-2).replace(/s$/, '') : at(-1);
}

function isElement(path: BodyNode['path']): boolean {
  return /^\d+$/.test(String(path.at(-1)));
}
