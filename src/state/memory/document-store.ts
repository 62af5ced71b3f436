import { checkedCollection, documentText } from '../document-store.js';
import type { DocumentStore, StoredDocument } from '../document-store.js';
import { maxDocuments } from '../limits.js';
import type { MemoryShare } from '../memory-budget.js';
import { elementBytes, ownTextBytes, textBytes } from './memory-costs.js';
import type { SandboxMemories } from './sandboxes.js';

/** Keeps documents as JSON: nobody can change one from outside, and what JSON loses is lost as in a shared store. */
export function memoryDocuments(memories: SandboxMemories) {
  const documents = (sandbox: string, collection: string): Map<string, string> =>
    collectionOf(memories.memo(sandbox).documents, collection);
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it saved
  const find = <T>(sandbox: string, collection: string, id: string): T | undefined => {
    const text = documents(sandbox, collection).get(id);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  };
  return {
    find,

    list: <T>(sandbox: string, collection: string): StoredDocument<T>[] =>
      Array.from(documents(sandbox, collection), ([id, text]) => ({ id, document: JSON.parse(text) as T })),

    save(sandbox, collection, id, document) {
      const text = documentText(collection, id, document);
      const { keptDocuments } = memories.memo(sandbox);
      setBounded(documents(sandbox, collection), id, text, documentBytes, keptDocuments);
    },

    delete: (sandbox, collection, id) =>
      deleteCounted(documents(sandbox, collection), id, documentBytes, memories.memo(sandbox).keptDocuments),

    update(sandbox, collection, id, change) {
      const changed = change(find(sandbox, collection, id));
      const known = documents(sandbox, collection);
      const { keptDocuments } = memories.memo(sandbox);
      if (changed === undefined) deleteCounted(known, id, documentBytes, keptDocuments);
      else setBounded(known, id, documentText(collection, id, changed), documentBytes, keptDocuments);
      return changed;
    },

    increment(sandbox, counter, id) {
      const { counters, keptDocuments } = memories.memo(sandbox);
      const counts = collectionOf(counters, counter);
      const count = (counts.get(id) ?? 0) + 1;
      setBounded(counts, id, count, nothing, keptDocuments);
      return count;
    },
  } satisfies DocumentStore;
}

function collectionOf<T>(collections: Map<string, Map<string, T>>, name: string): Map<string, T> {
  let collection = collections.get(name);
  if (!collection) {
    collection = new Map();
    collections.set(checkedCollection(name), collection);
  }
  return collection;
}

const documentBytes = (text: string): number => ownTextBytes + textBytes(text);

/** A number is kept in its element. */
const nothing = (): number => 0;

type CostOf<T> = (value: T) => number;

/** A Map keeps its order of insertion: its first key is the oldest. */
function setBounded<T>(
  collection: Map<string, T>,
  id: string,
  value: T,
  costOf: CostOf<T>,
  kept: MemoryShare,
): void {
  const before = collection.get(id);
  collection.set(id, value);
  kept.add(
    before === undefined ? elementBytes + textBytes(id) + costOf(value) : costOf(value) - costOf(before),
  );
  if (collection.size <= maxDocuments) return;
  const [oldest] = collection.keys();
  if (oldest !== undefined) deleteCounted(collection, oldest, costOf, kept);
}

/** @returns whether there was one */
function deleteCounted<T>(
  collection: Map<string, T>,
  id: string,
  costOf: CostOf<T>,
  kept: MemoryShare,
): boolean {
  const value = collection.get(id);
  if (value === undefined) return false;
  kept.add(-(elementBytes + textBytes(id) + costOf(value)));
  return collection.delete(id);
}
