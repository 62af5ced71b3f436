import type { DocumentStore } from '../../mock/service-definition.js';
import type { Resource } from '../resources/resource.js';
import { idUnder, type Item, type Items, type Scope } from './item.js';

/** A seeded item that was removed leaves a mark, or it would come back. */
type Stored = { readonly value: Item } | { readonly gone: true };

/** The seeds of a resource: the items that are there before a client has made any. */
export interface SeedSource {
  of(resource: Resource, parents: readonly string[]): Items;
  /** One of them; of a resource that is open there is one for any id. */
  find(resource: Resource, parents: readonly string[], id: string): Item | undefined;
}

/**
 * The items of resources in each sandbox. Seeds follow from the document alone and are stored only once they are changed; above them lie
 * the items that clients have made, changed and removed.
 */
export class ResourceStore {
  constructor(
    private readonly documents: DocumentStore,
    private readonly seeds: SeedSource,
  ) {}

  async find(resource: Resource, scope: Scope, id: string): Promise<Item | undefined> {
    const stored = await this.documents.find<Stored>(scope.sandbox, collectionOf(resource), keyOf(scope, id));
    return this.valueOf(stored, resource, scope, id);
  }

  /** Seeds first, then the others in the order in which they were made. */
  async list(resource: Resource, scope: Scope): Promise<Items> {
    const items = new Map<string, Item>(this.seeds.of(resource, scope.parents));
    for (const { id: key, document } of await this.documents.list<Stored>(
      scope.sandbox,
      collectionOf(resource),
    )) {
      const id = idUnder(scope.parents, key);
      if (id === undefined) continue;
      if ('value' in document) items.set(id, document.value);
      else items.delete(id);
    }
    return items;
  }

  /** @returns false where the id is taken */
  async add(resource: Resource, scope: Scope, id: string, item: Item): Promise<boolean> {
    let isTaken = false;
    await this.update(resource, scope, id, (before, current) => {
      isTaken = before !== undefined;
      return isTaken ? current : { value: item };
    });
    return !isTaken;
  }

  /**
   * Replaces an item.
   *
   * @param change gets undefined where there is none, and returns undefined for none; it may be called again
   * @returns the item as it is now
   */
  async change(
    resource: Resource,
    scope: Scope,
    id: string,
    change: (current: Item | undefined) => Item | undefined,
  ): Promise<Item | undefined> {
    let after: Item | undefined;
    await this.update(resource, scope, id, (before, current) => {
      after = change(before);
      return after === undefined || after === before ? current : { value: after };
    });
    return after;
  }

  /** @returns the item that was removed; undefined where there was none */
  async remove(resource: Resource, scope: Scope, id: string): Promise<Item | undefined> {
    let before: Item | undefined;
    const isSeed = this.seeds.find(resource, scope.parents, id) !== undefined;
    await this.update(resource, scope, id, (found) => {
      before = found;
      return isSeed ? { gone: true } : undefined;
    });
    return before;
  }

  /** A number that no earlier item of the resource in this sandbox had. */
  next(resource: Resource, { sandbox }: Scope): Promise<number> | number {
    return this.documents.increment(sandbox, collectionOf(resource), 'made');
  }

  private async update(
    resource: Resource,
    scope: Scope,
    id: string,
    next: (before: Item | undefined, stored: Stored | undefined) => Stored | undefined,
  ): Promise<void> {
    const change = (stored: Stored | undefined) => next(this.valueOf(stored, resource, scope, id), stored);
    await this.documents.update(scope.sandbox, collectionOf(resource), keyOf(scope, id), change);
  }

  private valueOf(
    stored: Stored | undefined,
    resource: Resource,
    scope: Scope,
    id: string,
  ): Item | undefined {
    if (stored) return 'value' in stored ? stored.value : undefined;
    return this.seeds.find(resource, scope.parents, id);
  }
}

function keyOf({ parents }: Scope, id: string): string {
  return JSON.stringify([...parents, id]);
}

const collections = new WeakMap<Resource, string>();

function collectionOf(resource: Resource): string {
  let name = collections.get(resource);
  if (name === undefined) collections.set(resource, (name = collectionName('resource', resource.path)));
  return name;
}

/** The name of a collection, in the letters that stores allow; the number keeps apart what they don't. */
export function collectionName(kind: string, path: string): string {
  const words = `-${path.toLowerCase()}`.replaceAll(/[^a-z0-9]+/g, '-');
  return `${kind}${words.slice(0, 40).replace(/-$/, '')}-${numberOf(path).toString(36)}`;
}

function numberOf(text: string): number {
  let number = 0;
  for (const character of text) number = (Math.imul(number, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return number;
}
