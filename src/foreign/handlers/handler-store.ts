import type { DocumentStore } from '../../mock/service-definition.js';
import { collectionName } from '../stateful/scoped-items.js';

/** The store of a sandbox, as handlers see it; what it keeps is shared by replicas under --redis and forgotten by a reset. */
export interface HandlerStore {
  /**
   * The items under a path: of a resource of the document, with ids in the place of its parameters (`/users/7/notes`), where the mock
   * is stateful; under any other name a collection of the handlers' own, which begins empty.
   */
  items<Item extends object = Record<string, unknown>>(path: string): StoredItems<Item>;
}

/** Items by id. Each call is atomic. */
export interface StoredItems<Item extends object = Record<string, unknown>> {
  /** All of them, in the order in which they were made. */
  list(): Promise<Item[]>;
  /** @param id may be left out for the only item of its kind, such as `/settings` */
  find(id?: string | number): Promise<Item | undefined>;
  /** Saves a new item under a free id, as a POST does. @returns the item; of a resource with what a server adds, such as its id */
  add(item: Partial<Item>): Promise<Item>;
  /** Saves an item, in the place of one with the same id. */
  save(id: string | number, item: Item): Promise<void>;
  /**
   * Replaces an item by what `change` makes of it, with nothing between reading and writing.
   *
   * @param change gets undefined where there is none; it may be called again when another replica was faster
   * @returns the item as it is now
   */
  change(
    id: string | number,
    change: (item: Item | undefined) => Item | undefined,
  ): Promise<Item | undefined>;
  /** @returns whether there was one */
  remove(id: string | number): Promise<boolean>;
}

/** The items of a resource in a sandbox; undefined for a path of none. */
export type ResourceItems = (path: string, sandbox: string) => StoredItems | undefined;

/** @param ofResource undefined where the mock doesn't remember */
export function handlerStore(
  documents: DocumentStore,
  sandbox: string,
  ofResource: ResourceItems | undefined,
): HandlerStore {
  return {
    items: <Item extends object>(path: string) =>
      (ofResource?.(path, sandbox) ?? ownItems(documents, sandbox, path)) as unknown as StoredItems<Item>,
  };
}

function ownItems(documents: DocumentStore, sandbox: string, path: string): StoredItems {
  type Item = Record<string, unknown>;
  const collection = collectionName('handlers', path);
  const find = async (id: string | number = '') => documents.find<Item>(sandbox, collection, String(id));
  return {
    find,
    list: async () => (await documents.list<Item>(sandbox, collection)).map(({ document }) => document),
    add: async (item) => {
      const id = String(await documents.increment(sandbox, collection, 'made'));
      const added = { id, ...item };
      await documents.save(sandbox, collection, added.id, added);
      return added;
    },
    save: async (id, item) => documents.save(sandbox, collection, String(id), item),
    change: async (id, change) => documents.update<Item>(sandbox, collection, String(id), change),
    remove: async (id) => documents.delete(sandbox, collection, String(id)),
  };
}
