import { getOrMake } from '../../contract/get-or-make.js';
import { seededRandom } from '../../contract/seeded-random.js';
import type { DocumentStore, HandlerError } from '../../mock/service-definition.js';
import type { Resource } from '../resources/resource.js';
import type { ItemMaker } from './item-maker.js';
import { idUnder, isId, type Item, type Items, type Scope } from './item.js';
import { NotRememberedError, refused, taken } from './refusals.js';
import type { Seeds } from './seeds.js';

/** A seeded item that was removed leaves a mark, or it would come back. */
type Stored = { readonly value: Item } | { readonly gone: true };

/**
 * The items of a resource in one place. Seeds follow from the document alone and are stored only once they are changed; above them lie
 * the items that clients have made, changed and removed.
 */
export class ScopedItems {
  readonly maker: ItemMaker;
  private readonly collection: string;

  constructor(
    private readonly documents: DocumentStore,
    private readonly seeds: Seeds,
    readonly resource: Resource,
    readonly scope: Scope,
  ) {
    this.maker = seeds.makerOf(resource);
    this.collection = getOrMake(collections, resource, () => collectionName('resource', resource.path));
  }

  async find(id: string): Promise<Item | undefined> {
    const { sandbox } = this.scope;
    return this.valueOf(await this.documents.find<Stored>(sandbox, this.collection, this.keyOf(id)), id);
  }

  /** Seeds first, then the others in the order in which they were made. */
  async list(): Promise<Items> {
    const { sandbox, parents } = this.scope;
    const items = new Map<string, Item>(this.seeds.of(this.resource, parents));
    for (const { id: key, document } of await this.documents.list<Stored>(sandbox, this.collection)) {
      const id = idUnder(parents, key);
      if (id === undefined) continue;
      if ('value' in document) items.set(id, document.value);
      else items.delete(id);
    }
    return items;
  }

  /** Makes and keeps an item. @returns the error where its own id is taken. @throws NotRememberedError */
  async make(sent: Item, now: number): Promise<{ readonly id: string; readonly item: Item } | HandlerError> {
    const { resource, maker } = this;
    const own = resource.idField === undefined ? undefined : sent[resource.idField];
    const isOwn = maker.takesId && isId(own);
    for (let tries = 0; tries < maxIdTries; tries += 1) {
      const id = isOwn ? String(own) : await this.freeId();
      const named = resource.idField === undefined ? undefined : id;
      const item = maker.created(sent, named, this.scope.parents, now);
      if (!item) throw new NotRememberedError(refused('what a server would add to the request'));
      if (await this.add(id, item)) return { id, item };
      if (isOwn) return taken(resource, id);
    }
    throw new NotRememberedError('no id was free');
  }

  private async freeId(): Promise<string> {
    // A number that no earlier item of the resource in this sandbox had.
    const number = await this.documents.increment(this.scope.sandbox, this.collection, 'made');
    const known = await this.list();
    const numbers = [...known.keys()].filter((id) => /^\d{1,15}$/.test(id)).map(Number);
    const free = numbers.reduce((least, id) => Math.max(least, id + 1), number);
    const random = seededRandom(this.seeds.seed, this.resource.path, number);
    return this.maker.newId(Math.max(free, 1), random);
  }

  /** @returns false where the id is taken */
  private async add(id: string, item: Item): Promise<boolean> {
    let isTaken = false;
    await this.update(id, (before, current) => {
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
    id: string,
    change: (current: Item | undefined) => Item | undefined,
  ): Promise<Item | undefined> {
    let after: Item | undefined;
    await this.update(id, (before, current) => {
      after = change(before);
      return after === undefined || after === before ? current : { value: after };
    });
    return after;
  }

  /** @returns the item that was removed; undefined where there was none */
  async remove(id: string): Promise<Item | undefined> {
    let before: Item | undefined;
    const isSeed = this.seedOf(id) !== undefined;
    await this.update(id, (found) => {
      before = found;
      return isSeed ? { gone: true } : undefined;
    });
    return before;
  }

  private async update(
    id: string,
    next: (before: Item | undefined, stored: Stored | undefined) => Stored | undefined,
  ): Promise<void> {
    const change = (stored: Stored | undefined) => next(this.valueOf(stored, id), stored);
    await this.documents.update(this.scope.sandbox, this.collection, this.keyOf(id), change);
  }

  private valueOf(stored: Stored | undefined, id: string): Item | undefined {
    if (stored) return 'value' in stored ? stored.value : undefined;
    return this.seedOf(id);
  }

  private seedOf(id: string): Item | undefined {
    return this.seeds.find(this.resource, this.scope.parents, id);
  }

  private keyOf(id: string): string {
    return JSON.stringify([...this.scope.parents, id]);
  }
}

const maxIdTries = 50;

const collections = new WeakMap<Resource, string>();

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
