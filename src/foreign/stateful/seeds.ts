import { getOrMake } from '../../contract/get-or-make.js';
import { LRUCache } from 'lru-cache';
import type { Contract } from '../../contract/contract.js';
import { examplesOf, jsonMediaType } from '../../contract/operations.js';
import { isObject } from '../../contract/schema/json-equal.js';
import { seededRandom } from '../../contract/seeded-random.js';
import type { ValueGenerator } from '../../values/value-generator.js';
import { chooseResponse } from '../choose-response.js';
import type { Resource, ResourceOperation } from '../resources/resource.js';
import { ItemMaker } from './item-maker.js';
import { isId, partAt, type Item, type Items } from './item.js';
import type { SeedData } from './seed-data.js';

const maxKept = 500;

/** Makes the items that are there at the start: those that were given, else the document's examples, else some by the schema. */
export class Seeds {
  private readonly kept = new LRUCache<string, Items>({ max: maxKept });
  private readonly makers = new Map<Resource, ItemMaker>();
  private given: SeedData | undefined;

  constructor(
    private readonly contract: Contract,
    private readonly generator: ValueGenerator,
    readonly seed: number,
  ) {}

  /** Makes the items of a resource, those at the start and others. */
  makerOf(resource: Resource): ItemMaker {
    return getOrMake(this.makers, resource, () => new ItemMaker(this.generator, this.seed, resource));
  }

  /** Gives the items of some paths in place of the document's. */
  give(data: SeedData): void {
    this.given = data;
    this.kept.clear();
  }

  of(resource: Resource, parents: readonly string[]): Items {
    const key = JSON.stringify([resource.path, ...parents]);
    return getOrMake<string, Items>(this.kept, key, () => this.made(resource, parents));
  }

  /** One of them; of a resource that is open there is one for any id. */
  find(resource: Resource, parents: readonly string[], id: string): Item | undefined {
    const known = this.of(resource, parents).get(id);
    if (known || !resource.isOpen) return known;
    const maker = this.makerOf(resource);
    const made = maker.generated(parents, 0);
    const item = maker.named(made, id, parents);
    return maker.accepts(item) ? item : made;
  }

  private made(resource: Resource, parents: readonly string[]): Items {
    const given = this.given?.get(concretePath(resource, parents));
    const maker = this.makerOf(resource);
    const items = new Map<string, Item>();
    const values = given ?? this.examples(resource);
    const count = values.length > 0 || given ? values.length : generatedCount(resource);
    for (let index = 0; index < count; index += 1) {
      const value = values[index] ?? maker.generated(parents, index);
      const random = seededRandom(this.seed, resource.path, ...parents, 'id', index);
      const id = this.idOf(resource, value, index, values.length > 0, items, random);
      const item = maker.named(value, id, parents);
      if (id !== undefined && (given !== undefined || maker.accepts(item))) items.set(id, item);
    }
    return items;
  }

  /** Its own id where that is free, else the next number or another text. */
  private idOf(
    resource: Resource,
    item: Item,
    index: number,
    isExample: boolean,
    known: Items,
    random: () => number,
  ): string | undefined {
    const { idField } = resource;
    if (resource.isSingle) return singleId;
    const own = idField === undefined ? undefined : item[idField];
    if (isExample && isId(own) && !known.has(String(own))) return String(own);
    const maker = this.makerOf(resource);
    const others = Array.from({ length: 20 }, (_, turn) => maker.newId(index + 1 + turn, random));
    return others.find((one) => !known.has(one));
  }

  /** The items that the document shows, those of lists first. */
  private examples(resource: Resource): readonly Item[] {
    const shown = (action: ResourceOperation['action']): unknown[] =>
      resource.operations
        .filter((one) => one.action === action && one.response !== undefined)
        .flatMap((one) => this.examplesOf(one).map((example) => partAt(example, one.response ?? [])));
    const accepted = (value: unknown): value is Item =>
      isObject(value) && this.makerOf(resource).accepts(value);
    const listed = shown('list').flatMap((list) => (Array.isArray(list) ? list.filter(accepted) : []));
    return listed.length > 0 ? listed : shown('read').filter(accepted);
  }

  private examplesOf({ operation }: ResourceOperation): readonly unknown[] {
    const { response, status = 500 } = chooseResponse(operation) ?? {};
    const { content } = response?.value ?? {};
    const name = jsonMediaType(content);
    if (name === undefined || status >= 300) return [];
    return [...examplesOf(this.contract.document, content?.[name] ?? {}).values()];
  }
}

/** Items of a resource for which the document has no examples. */
function generatedCount({ isSingle, isOpen }: Resource): number {
  if (isSingle) return 1;
  return isOpen ? 0 : 3;
}

/** The id of the only one of its kind. */
export const singleId = '';

/** A resource's path with the ids of what it belongs to in it. */
function concretePath({ path }: Resource, parents: readonly string[]): string {
  let index = 0;
  return path.replaceAll(/\{[^{}]+\}/g, () => encodeURIComponent(parents[index++] ?? ''));
}
