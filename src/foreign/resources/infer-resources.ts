import { getOrMake } from '../../contract/get-or-make.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operations.js';
import type { ValueGenerator } from '../../values/value-generator.js';
import { correctionOf, type Correction } from './corrections.js';
import { OperationRoles, plainRole, type Kind, type Methods } from './operation-roles.js';
import { itemPath, lastName, parametersOf, pathKey, splitPath } from './paths.js';
import type { Action, Resource, ResourceOperation, Resources } from './resource.js';
import { isSameShape, SchemaReader, type Naming, type Part } from './schema-reader.js';

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

interface Draft {
  readonly path: string;
  readonly parameter: string | undefined;
  readonly collection: Methods;
  readonly item: Methods;
}

class Inference {
  private readonly reader: SchemaReader;
  private readonly roles: OperationRoles;
  private readonly corrections = new Map<string, Correction>();
  /** By path key. */
  private readonly paths = new Map<string, { readonly path: string; readonly methods: Methods }>();

  constructor(
    private readonly contract: Contract,
    generator: ValueGenerator,
  ) {
    const { paths, corrections } = this;
    this.reader = new SchemaReader(generator);
    this.roles = new OperationRoles(this.reader, { all: contract.operations, paths, corrections });
    for (const operation of contract.operations) {
      const correction = correctionOf(contract, operation);
      if (correction) this.corrections.set(operation.pointer, correction);
      if (correction?.action === 'none' || correction?.of !== undefined) continue;
      const { path, method } = operation;
      getOrMake(this.paths, pathKey(path), () => ({ path, methods: {} as Methods })).methods[method] ??=
        operation;
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
    const lists = this.roles.listIn(methods.get, naming);
    // The operations of a path that names an item itself are those of the item.
    const collection = splitPath(path) && !lists ? {} : methods;
    const readAlone = this.roles.itemIn(item.get ?? item.head, naming);
    const read = readAlone ?? this.roles.listIn(item.get, naming);
    // A path that ends with a parameter may list what belongs to it.
    if (!readAlone && read && read.idField === undefined) return undefined;
    const list = this.roles.listIn(collection.get, naming, read?.item);
    if (parameter === undefined && (!list || !collection.post)) return undefined;
    if (parameter !== undefined && Object.keys(item).length === 0) return undefined;
    const [changed] = [item.put, item.patch, item.post, collection.post, collection.put]
      .map((operation) => this.roles.itemIn(operation, naming))
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
    const operations = this.roles.of(path, kind, { collection, item }, list);
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
}
