import type { DocumentStore, StoredDocument } from '../document-store.js';
import { checkedCollection, documentText } from '../document-text.js';
import { maxDocuments } from '../limits.js';
import type { SandboxMemories } from './sandboxes.js';

/** Keeps documents as JSON: nobody can change one from outside, and what JSON loses is lost as in a shared store. */
export class MemoryDocumentStore implements DocumentStore {
  constructor(private readonly memories: SandboxMemories) {}

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows what it saved
  find<T>(sandbox: string, collection: string, id: string): T | undefined {
    const text = this.documents(sandbox, collection).get(id);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }

  list<T>(sandbox: string, collection: string): StoredDocument<T>[] {
    return Array.from(this.documents(sandbox, collection), ([id, text]) => ({
      id,
      document: JSON.parse(text) as T,
    }));
  }

  save(sandbox: string, collection: string, id: string, document: unknown): void {
    setBounded(this.documents(sandbox, collection), id, documentText(collection, id, document));
  }

  delete(sandbox: string, collection: string, id: string): boolean {
    return this.documents(sandbox, collection).delete(id);
  }

  update<T>(
    sandbox: string,
    collection: string,
    id: string,
    change: (current: T | undefined) => T | undefined,
  ): T | undefined {
    const changed = change(this.find<T>(sandbox, collection, id));
    if (changed === undefined) this.delete(sandbox, collection, id);
    else this.save(sandbox, collection, id, changed);
    return changed;
  }

  increment(sandbox: string, counter: string, id: string): number {
    const counts = collectionOf(this.memories.use(sandbox).counters, counter);
    const count = (counts.get(id) ?? 0) + 1;
    setBounded(counts, id, count);
    return count;
  }

  private documents(sandbox: string, collection: string): Map<string, string> {
    return collectionOf(this.memories.use(sandbox).documents, collection);
  }
}

function collectionOf<T>(collections: Map<string, Map<string, T>>, name: string): Map<string, T> {
  let collection = collections.get(name);
  if (!collection) {
    collection = new Map();
    collections.set(checkedCollection(name), collection);
  }
  return collection;
}

/** A Map keeps its order of insertion: its first key is the oldest. */
function setBounded<T>(collection: Map<string, T>, id: string, value: T): void {
  collection.set(id, value);
  if (collection.size <= maxDocuments) return;
  const [oldest] = collection.keys();
  if (oldest !== undefined) collection.delete(oldest);
}
