import { toPointer, valueAt } from '../../contract/json-pointer.js';
import type { Operation } from '../../contract/operations.js';
import { observedCase, type Case } from './case.js';
import { followUpsOf, hasFollowUps } from './follow-ups.js';
import { newRequest } from './new-request.js';
import { jsonOf, withOtherTexts, withValue } from './other-texts.js';
import type { Planner } from './planner.js';
import { withHeaders, withJson, type RequestParts } from './request.js';
import { completed, type Exchange } from '../target/exchange.js';

/** A field of a valid body that has the id of something else, and the POST that makes such things. */
export interface Reference {
  readonly path: readonly string[];
  readonly pointer: string;
  readonly maker: Operation;
}

/**
 * What a target has of other documents' things: requests name those that requests have made, where a field of the body is named as
 * the parameter of a path, such as `bookId` of `/books/{bookId}`. What is told to be there already gets other names and addresses.
 */
export class ExistingThings {
  /** Ids of what was made and not removed, the last ones last, by the POST that made it. */
  private readonly ids = new Map<Operation, unknown[]>();
  private readonly makers: ReadonlyMap<string, Operation>;
  private readonly known = new Map<Operation, readonly Reference[]>();

  constructor(private readonly planner: Planner) {
    const { stated, operations, allowWrites } = planner;
    const makers = operations.filter(
      (operation) => allowWrites && !operation.path.includes('{') && hasFollowUps(stated, operation),
    );
    this.makers = new Map(
      stated.own ? [] : makers.flatMap((maker) => namesOf(maker, operations).map((name) => [name, maker])),
    );
  }

  /** The requests that make what bodies of other requests name, those first that name nothing themselves. */
  get needed(): Case[] {
    const named = this.planner.withBody.flatMap((operation) => this.referencesOf(operation));
    const makers = [...new Set(named.map(({ maker }) => maker))];
    makers.sort((a, b) => this.referencesOf(a).length - this.referencesOf(b).length);
    return makers.map((maker) => this.made(maker));
  }

  /** The request with the ids of existing things in its body. */
  prepared({ operation, problems }: Case, request: RequestParts): RequestParts {
    const references = operation === undefined ? [] : this.referencesOf(operation);
    if (references.length === 0) return request;
    const body = jsonOf(request.body);
    const free = references.filter(
      ({ pointer }) =>
        ['string', 'number'].includes(typeof valueAt(body, pointer)) &&
        !problems.some((problem) => pointer.startsWith(problem.pointer)),
    );
    const changed = free.reduce<unknown>((changing, { path, maker }) => {
      // Elements of one list are different things.
      const place = /^\d+$/.test(path.at(-1) ?? '') ? Number(path.at(-1)) : 0;
      const id = this.ids.get(maker)?.at(-1 - place);
      return id === undefined ? changing : withValue(changing, path, id);
    }, body);
    return changed === body ? request : withJson(request, changed);
  }

  /** The requests that make other things for those that a request names, which a target may let be used once. */
  neededAgain({ operation }: Case): Case[] {
    const references = operation === undefined ? [] : this.referencesOf(operation);
    return [...new Set(references.map(({ maker }) => maker))].map((maker) => this.made(maker));
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

  /** Notes what a response says to be made or removed. */
  take(exchange: Exchange): void {
    const { operation } = exchange.case;
    const done = completed(exchange);
    if (operation === undefined || done === undefined || done.response.status >= 300) return;
    if (operation.method === 'delete')
      for (const [maker, ids] of this.ids)
        this.ids.set(
          maker,
          ids.filter((id) => !exchange.request.path.split(/[/?]/).includes(encodeURIComponent(String(id)))),
        );
    if (![...this.makers.values()].includes(operation)) return;
    const [id] = followUpsOf(this.planner.stated, done).flatMap(({ values }) => Object.values(values));
    if (id !== undefined) this.ids.set(operation, [...(this.ids.get(operation) ?? []), id]);
  }

  private made(maker: Operation): Case {
    const item = observedCase(this.planner.stated, maker, {
      id: `made/${maker.id}`,
      title: 'a valid request',
      request: newRequest(this.planner, maker),
    });
    return { ...item, writes: true, accept: this.planner.successStatuses(maker) };
  }

  /** The fields of an operation's valid body that have the ids of other things. */
  referencesOf(operation: Operation): readonly Reference[] {
    if (this.makers.size === 0) return [];
    let references = this.known.get(operation);
    if (references === undefined) {
      references = this.referencesIn(
        this.planner.withBody.includes(operation) ? this.planner.body(operation) : {},
      );
      this.known.set(operation, references);
    }
    return references.filter(({ maker }) => maker !== operation);
  }

  private referencesIn(value: unknown, path: readonly string[] = []): Reference[] {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([name, child]) => this.referencesIn(child, [...path, name]));
    const maker = this.makers.get(nameOf(path));
    return maker === undefined ? [] : [{ path, pointer: toPointer(path), maker }];
  }
}

/** The names that a field may have for the id of what a POST makes: of `/books/{id}`, `bookid`. */
function namesOf(maker: Operation, operations: readonly Operation[]): string[] {
  const kind = plain(maker.path.slice(maker.path.lastIndexOf('/') + 1))
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
  const names = operations.flatMap(({ path }) => {
    const [, name] = path.startsWith(`${maker.path}/`)
      ? (/^\/\{([^{}/]+)\}/.exec(path.slice(maker.path.length)) ?? [])
      : [];
    return name === undefined || plain(name) === 'id' ? [] : [plain(name)];
  });
  return [...new Set([...names, `${kind}id`])];
}

/** The name of a field; of an element of a list the name of one, such as `bookId` of `bookIds`. */
function nameOf(path: readonly string[]): string {
  const isElement = /^\d+$/.test(path.at(-1) ?? '');
  return isElement ? plain(path.at(-2) ?? '').replace(/s$/, '') : plain(path.at(-1) ?? '');
}

function plain(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}
