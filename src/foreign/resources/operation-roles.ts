import type { HttpMethod } from '../../contract/openapi.js';
import type { Operation } from '../../contract/operations.js';
import type { Shape } from '../../values/schema/shape.js';
import type { Correction } from './corrections.js';
import { itemPath, pathKey } from './paths.js';
import type { Action, Inside, ResourceOperation } from './resource.js';
import { isReadOnly, isSameShape, type SchemaReader } from './schema-reader.js';
import type { Naming, Part, SeenSchema } from './schema-reader.js';

export type Methods = Partial<Record<HttpMethod, Operation>>;

export const plainRole = { isListed: false, request: [], sendable: undefined } as const;

/** The facts of a resource that its operations are read by. */
export interface Kind extends Naming {
  readonly item: Shape;
  readonly idField: string | undefined;
}

/** The operations of a document, by what else it says of them. */
interface Operations {
  readonly all: readonly Operation[];
  /** By path key. */
  readonly paths: ReadonlyMap<string, { readonly path: string; readonly methods: Methods }>;
  readonly corrections: ReadonlyMap<string, Correction>;
}

/** Finds out what operations mean for a resource. */
export class OperationRoles {
  constructor(
    private readonly reader: SchemaReader,
    private readonly operations: Operations,
  ) {}

  /** The meanings of all operations of a resource, in the order of the document. @param list in the response of its collection */
  of(
    path: string,
    kind: Kind,
    { collection, item }: Record<'collection' | 'item', Methods>,
    list: Part | undefined,
  ) {
    const { all } = this.operations;
    return [
      ...this.collectionRoles(collection, kind, list),
      ...this.itemRoles(item, kind, collection.post),
      ...this.furtherLists(path, kind),
      ...this.furtherChanges(path, kind),
      ...this.adopted(path, kind),
    ].sort((a, b) => all.indexOf(a.operation) - all.indexOf(b.operation));
  }

  private collectionRoles(methods: Methods, kind: Kind, list: Part | undefined): ResourceOperation[] {
    const { get, post, put, patch } = methods;
    const roles: ResourceOperation[] = [];
    if (get && list) roles.push({ ...plainRole, operation: get, action: 'list', response: list.inside });
    if (post && !post.isSafe) roles.push(this.changing(post, 'create', kind));
    // A change whose body says which item it is.
    for (const [operation, action] of [[put, 'replace'] as const, [patch, 'merge'] as const]) {
      const request = operation && this.reader.requestOf(operation);
      const id = kind.idField;
      if (operation && id !== undefined && request?.shape.properties.has(id))
        roles.push(this.changing(operation, action, kind));
    }
    if (
      methods.delete &&
      !methods.delete.parameters.some(({ value }) => value.in === 'query' && value.required)
    )
      roles.push({ ...plainRole, operation: methods.delete, action: 'clear', response: undefined });
    return roles.map((role) => this.corrected(role));
  }

  private itemRoles(methods: Methods, kind: Kind, create: Operation | undefined): ResourceOperation[] {
    const { get, head, put, patch, post } = methods;
    const isChange = post !== undefined && !put && !patch && this.isChange(post, kind);
    const meanings: [Operation | undefined, Action][] = [
      [get, 'read'],
      [head, 'read'],
      [put, put && this.isPartial(put, create) ? 'merge' : 'replace'],
      [patch, 'merge'],
      [isChange ? post : undefined, 'merge'],
      [methods.delete, 'remove'],
    ];
    return meanings.flatMap(([operation, action]) =>
      operation ? [this.corrected(this.changing(operation, action, kind))] : [],
    );
  }

  /** A PUT that requires nothing, where making an item requires something, says some properties of it. */
  private isPartial(put: Operation, create: Operation | undefined): boolean {
    const least = create && this.reader.requestOf(create)?.shape.required.size;
    return least !== undefined && least > 0 && this.reader.requestOf(put)?.shape.required.size === 0;
  }

  /** A POST to an item changes it where it answers with the item, or takes what an item has. */
  private isChange(post: Operation, kind: Kind): boolean {
    const answered = this.itemIn(post, kind);
    if (answered && isSameShape(answered.item, kind.item)) return true;
    const names = [
      ...(this.reader.requestOf(post)?.shape.properties.keys() ?? []),
      ...post.parameters.filter(({ value }) => value.in === 'query').map(({ value }) => value.name),
    ];
    return names.length > 0 && names.every((name) => kind.item.properties.has(name));
  }

  /** Lists behind the path of the collection that say the same items: `/pet/findByStatus`. */
  private furtherLists(path: string, kind: Kind): ResourceOperation[] {
    return [...this.operations.paths.values()].flatMap(
      ({ path: other, methods: { get } }): ResourceOperation[] => {
        if (!get || !other.startsWith(`${path}/`) || other.slice(path.length).includes('{')) return [];
        const found = this.listIn(get, kind, kind.item);
        if (!found || !isSameComponent(found, kind)) return [];
        return [{ ...plainRole, operation: get, action: 'list', response: found.inside }];
      },
    );
  }

  /** Changes of some properties behind the path of an item, answered with the item: `PUT /assets/{id}/mp4-support`. */
  private furtherChanges(path: string, kind: Kind): ResourceOperation[] {
    if (kind.parameter === undefined) return [];
    const item = pathKey(itemPath(path, kind.parameter.name));
    return [...this.operations.paths.values()].flatMap(({ path: other, methods: { put, patch } }) => {
      if (!pathKey(other).startsWith(`${item}/`) || pathKey(other).slice(item.length).includes('{'))
        return [];
      return [put, patch].flatMap((operation) => {
        const role = operation && this.changing(operation, 'merge', kind);
        if (role?.response === undefined || !role.sendable) return [];
        const isSame = isSameComponent(this.itemIn(operation, kind), kind);
        return isSame && [...role.sendable].every((name) => kind.item.properties.has(name)) ? [role] : [];
      });
    });
  }

  /** Operations that the document says to be of this resource. */
  private adopted(path: string, kind: Kind): ResourceOperation[] {
    return this.operations.all.flatMap((operation) => {
      const { of, action } = this.operations.corrections.get(operation.pointer) ?? {};
      if (of !== path || action === undefined || action === 'none') return [];
      const role = this.changing(operation, action, kind);
      const list = this.listIn(operation, kind, kind.item);
      return [this.corrected(action === 'list' ? { ...role, response: list?.inside } : role)];
    });
  }

  private changing(operation: Operation, action: Action, kind: Kind): ResourceOperation {
    const seen = this.reader.responseOf(operation);
    const part = this.reader.itemIn(seen, kind);
    const isSame = seen !== undefined && isSameShape(seen.shape, kind.item);
    const list = seen && !part && !isSame ? this.listOfOne(seen, kind) : undefined;
    const response = part?.inside ?? (isSame ? [] : list?.inside);
    const request = this.reader.requestOf(operation);
    const sent = (request && this.requestInside(request, kind)) ?? [];
    const sendable = request && this.sendableIn(request, sent);
    return { operation, action, response, isListed: list !== undefined, request: sent, sendable };
  }

  private sendableIn({ shape }: SeenSchema, inside: Inside): ReadonlySet<string> | undefined {
    const { properties } = inside.reduce(
      (outer, name) => this.reader.shapeOf(outer.properties.get(name) ?? []),
      shape,
    );
    const names = [...properties].flatMap(([name, places]) => (isReadOnly(places) ? [] : [name]));
    return names.length === 0 ? undefined : new Set(names);
  }

  /** A body that has an item in a list. */
  private listOfOne(seen: SeenSchema, kind: Kind): Part | undefined {
    const list = this.reader.listIn(seen, kind, kind.item);
    return list && isSameShape(list.item, kind.item) ? list : undefined;
  }

  /** A request may wrap the item though it says no id. */
  private requestInside(seen: SeenSchema, kind: Kind): Inside {
    const found = this.reader.itemIn(seen, kind) ?? this.listOfOne(seen, kind);
    if (found) return found.inside;
    const [only, ...others] = seen.shape.properties;
    if (only === undefined || others.length > 0) return [];
    const inner = this.reader.shapeOf(only[1]);
    const isItem = [...inner.properties.keys()].some((name) => kind.item.properties.has(name));
    return isItem && !kind.item.properties.has(only[0]) ? [only[0]] : [];
  }

  itemIn(operation: Operation | undefined, naming: Naming): Part | undefined {
    return this.reader.itemIn(operation && this.reader.responseOf(operation), naming);
  }

  /** The list in an operation's response. @param item the shape of an item, where another operation shows it */
  listIn(operation: Operation | undefined, naming: Naming, item?: Shape): Part | undefined {
    return this.reader.listIn(operation && this.reader.responseOf(operation), naming, item);
  }

  private corrected(role: ResourceOperation): ResourceOperation {
    const correction = this.operations.corrections.get(role.operation.pointer);
    if (!correction) return role;
    const { action = role.action, inside = role.response } = correction;
    return { ...role, action: action === 'none' ? role.action : action, response: inside };
  }
}

function isSameComponent(part: Part | undefined, { item }: Kind): boolean {
  return part?.item.component !== undefined && part.item.component === item.component;
}
