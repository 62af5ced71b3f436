import type { Contract } from '../../contract/contract.js';
import type { HttpMethod } from '../../contract/openapi.js';
import type { Operation } from '../../contract/operations.js';
import type { Shape } from '../../values/schema/shape.js';
import type { ValueGenerator } from '../../values/value-generator.js';
import { correctionOf, type Correction } from './corrections.js';
import { itemPath, lastName, parametersOf, pathKey, splitPath } from './paths.js';
import type { Action, Inside, Resource, ResourceOperation, Resources } from './resource.js';
import { isReadOnly, isSameShape, SchemaReader } from './schema-reader.js';
import type { Naming, Part, SeenSchema } from './schema-reader.js';

/** Infers the resources of a document. @throws OptionError for an `x-drydock-resource` that can't be followed */
export function inferResources(contract: Contract, generator: ValueGenerator): Resources {
  const all = new Inference(contract, generator).resources();
  const roles = new Map(
    all.flatMap((resource) =>
      resource.operations.map((one) => [one.operation.pointer, { ...one, resource }] as const),
    ),
  );
  return { all, of: ({ pointer }) => roles.get(pointer) };
}

/** The operations of one path. */
type Methods = Partial<Record<HttpMethod, Operation>>;

interface Draft {
  readonly path: string;
  readonly parameter: string | undefined;
  readonly collection: Methods;
  readonly item: Methods;
}

class Inference {
  private readonly reader: SchemaReader;
  private readonly corrections = new Map<string, Correction>();
  /** By path key. */
  private readonly paths = new Map<string, { readonly path: string; readonly methods: Methods }>();

  constructor(
    private readonly contract: Contract,
    generator: ValueGenerator,
  ) {
    this.reader = new SchemaReader(generator);
    for (const operation of contract.operations) {
      const correction = correctionOf(contract, operation);
      if (correction) this.corrections.set(operation.pointer, correction);
      if (correction?.action === 'none' || correction?.of !== undefined) continue;
      const known = this.paths.get(pathKey(operation.path)) ?? { path: operation.path, methods: {} };
      known.methods[operation.method] ??= operation;
      this.paths.set(pathKey(operation.path), known);
    }
  }

  resources(): Resource[] {
    const made: Resource[] = [];
    const byItem = new Map<string, Resource>();
    // Those that others belong to come first.
    const drafts = this.drafts().toSorted((a, b) => a.path.length - b.path.length);
    for (const draft of drafts) {
      const parents = parametersOf(draft.path);
      // `/users/{id}/pets` belongs to `/users/{id}`.
      const owner = draft.path.slice(0, draft.path.lastIndexOf('}') + 1);
      const parent = parents.length === 0 ? undefined : byItem.get(pathKey(owner));
      const resource = this.resourceOf(draft, parents, parent) ?? this.singleOf(draft, parents, parent);
      if (!resource) continue;
      made.push(resource);
      if (draft.parameter !== undefined) byItem.set(pathKey(itemPath(draft.path, draft.parameter)), resource);
    }
    return made.toSorted((a, b) => this.place(a) - this.place(b));
  }

  private place({ operations: [first] }: Resource): number {
    return first === undefined ? 0 : this.contract.operations.indexOf(first.operation);
  }

  /** Each path without an id, and the path of an item behind it. */
  private drafts(): Draft[] {
    const drafts = new Map<string, Draft>();
    for (const { path, methods } of this.paths.values()) {
      const split = splitPath(path);
      if (!split) continue;
      const collection = this.paths.get(pathKey(split.collection));
      drafts.set(pathKey(split.collection), {
        path: collection?.path ?? split.collection,
        parameter: split.parameter,
        collection: collection?.methods ?? {},
        item: methods,
      });
    }
    for (const [key, { path, methods }] of this.paths)
      if (!splitPath(path) && !drafts.has(key))
        drafts.set(key, { path, parameter: undefined, collection: methods, item: {} });
    return [...drafts.values()];
  }

  private resourceOf(
    { path, parameter: itemParameter, collection: methods, item }: Draft,
    parents: readonly string[],
    parent: Resource | undefined,
  ): Resource | undefined {
    const parameter =
      itemParameter === undefined ? undefined : this.reader.parameterOf(itemParameter, Object.values(item));
    const naming: Naming = { name: lastName(path), parameter };
    const lists = this.listIn(methods.get, naming);
    // The operations of a path that names an item itself are those of the item.
    const collection = splitPath(path) && !lists ? {} : methods;
    const readAlone = this.itemIn(item.get ?? item.head, naming);
    const read = readAlone ?? this.listIn(item.get, naming);
    // A path that ends with a parameter may list what belongs to it.
    if (!readAlone && read && read.idField === undefined) return undefined;
    const list = this.listIn(collection.get, naming, read?.item);
    if (parameter === undefined && (!list || !collection.post)) return undefined;
    if (parameter !== undefined && Object.keys(item).length === 0) return undefined;
    const [changed] = [item.put, item.patch, item.post, collection.post, collection.put]
      .map((operation) => this.itemIn(operation, naming))
      .filter((part) => part !== undefined);
    const [sent] = [item.put, collection.post, collection.put]
      .map((operation) => this.reader.itemIn(operation && this.reader.requestOf(operation), naming))
      .filter((part) => part !== undefined);
    const best = read ?? changed ?? list ?? sent ?? this.unnamed(item);
    const isRead = (item.get ?? item.head ?? collection.get) !== undefined;
    if (!best || !isRead) return undefined;
    const corrected = [...Object.values(item), ...Object.values(collection)]
      .map(({ pointer }) => this.corrections.get(pointer)?.id)
      .find((id) => id !== undefined);
    const kind: Kind = { ...naming, item: best.item, idField: corrected ?? best.idField };
    const operations = [
      ...this.collectionRoles(collection, kind, list),
      ...this.itemRoles(item, kind, collection.post),
      ...this.furtherLists(path, kind),
      ...this.furtherChanges(path, kind),
      ...this.adopted(path, kind),
    ].sort(
      (a, b) => this.contract.operations.indexOf(a.operation) - this.contract.operations.indexOf(b.operation),
    );
    const isKept = operations.some(({ action }) => action !== 'list' && action !== 'read');
    const isBoth = operations.some(({ action }) => action === 'list') && item.get !== undefined;
    if (!isKept && !isBoth) return undefined;
    const isOpen = !operations.some(({ action }) => action === 'list' || action === 'create');
    return {
      ...{ path, isSingle: false, parameter, idField: kind.idField },
      ...{ schema: best.places, parents, parent, isOpen, operations },
    };
  }

  /** An item that doesn't say its id, which its path does. */
  private unnamed({ get, put }: Methods): Part | undefined {
    const seen = get && put && this.reader.responseOf(get);
    if (!seen?.shape.types.includes('object') || seen.shape.properties.size === 0) return undefined;
    return { inside: [], places: seen.places, item: seen.shape, idField: undefined };
  }

  /** The only thing of its kind: it is read and changed under one path. */
  private singleOf(
    { path, parameter, collection }: Draft,
    parents: readonly string[],
    parent: Resource | undefined,
  ): Resource | undefined {
    const { get, put, patch } = collection;
    const seen = get && this.reader.responseOf(get);
    if (parameter !== undefined || !get || !(put ?? patch) || !seen?.shape.types.includes('object'))
      return undefined;
    if (seen.shape.properties.size === 0) return undefined;
    const roles: [Operation | undefined, Action][] = [
      [get, 'read'],
      [put, 'replace'],
      [patch, 'merge'],
      [collection.delete, 'remove'],
    ];
    const operations = roles.flatMap(([operation, action]): ResourceOperation[] => {
      const found = operation && this.reader.responseOf(operation);
      const isSame = found && isSameShape(found.shape, seen.shape);
      return operation ? [{ ...plainRole, operation, action, response: isSame ? [] : undefined }] : [];
    });
    return {
      ...{ path, isSingle: true, parameter: undefined, idField: undefined },
      ...{ schema: seen.places, parents, parent, isOpen: false, operations },
    };
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
    const roles: ResourceOperation[] = [];
    for (const operation of [get, head]) if (operation) roles.push(this.changing(operation, 'read', kind));
    if (put) roles.push(this.changing(put, this.isPartial(put, create) ? 'merge' : 'replace', kind));
    if (patch) roles.push(this.changing(patch, 'merge', kind));
    if (post && !put && !patch && this.isChange(post, kind)) roles.push(this.changing(post, 'merge', kind));
    if (methods.delete) roles.push(this.changing(methods.delete, 'remove', kind));
    return roles.map((role) => this.corrected(role));
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
    return [...this.paths.values()].flatMap(({ path: other, methods: { get } }): ResourceOperation[] => {
      if (!get || !other.startsWith(`${path}/`) || other.slice(path.length).includes('{')) return [];
      const found = this.listIn(get, kind, kind.item);
      if (!found || !isSameComponent(found, kind)) return [];
      return [{ ...plainRole, operation: get, action: 'list', response: found.inside }];
    });
  }

  /** Changes of some properties behind the path of an item, answered with the item: `PUT /assets/{id}/mp4-support`. */
  private furtherChanges(path: string, kind: Kind): ResourceOperation[] {
    if (kind.parameter === undefined) return [];
    const item = pathKey(itemPath(path, kind.parameter.name));
    return [...this.paths.values()].flatMap(({ path: other, methods: { put, patch } }) => {
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
    return this.contract.operations.flatMap((operation) => {
      const { of, action } = this.corrections.get(operation.pointer) ?? {};
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

  /** The item in an operation's response. */
  private itemIn(operation: Operation | undefined, naming: Naming): Part | undefined {
    return this.reader.itemIn(operation && this.reader.responseOf(operation), naming);
  }

  /** The list in an operation's response. @param item the shape of an item, where another operation shows it */
  private listIn(operation: Operation | undefined, naming: Naming, item?: Shape): Part | undefined {
    return this.reader.listIn(operation && this.reader.responseOf(operation), naming, item);
  }

  private corrected(role: ResourceOperation): ResourceOperation {
    const correction = this.corrections.get(role.operation.pointer);
    if (!correction) return role;
    const { action = role.action, inside = role.response } = correction;
    return { ...role, action: action === 'none' ? role.action : action, response: inside };
  }
}

const plainRole = { isListed: false, request: [], sendable: undefined } as const;

/** The facts of a resource that its operations are read by. */
interface Kind extends Naming {
  readonly item: Shape;
  readonly idField: string | undefined;
}

function isSameComponent(part: Part | undefined, { item }: Kind): boolean {
  return part?.item.component !== undefined && part.item.component === item.component;
}
