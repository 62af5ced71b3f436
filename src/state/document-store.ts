import type { MaybePromise } from './maybe-promise.js';
import { maxDocumentLength } from './limits.js';

/**
 * Stores what a service keeps in each sandbox: JSON documents in collections, and counters. Services choose the names of both;
 * the store knows none. A collection is named in the service's code, never by a client, in lower-case letters, digits
 * and hyphens; ids may be any text.
 *
 * Each call is atomic, also among replicas. A document is kept as JSON: what a caller changes in it afterwards changes
 * nothing here, and `undefined` and functions are lost. Bounds: `limits.ts` says how long a document may be, and how many
 * documents a collection keeps, beyond which those saved first go.
 */
export interface DocumentStore {
  /** The document with this id; undefined where there is none. */
  find<T>(sandbox: string, collection: string, id: string): MaybePromise<T | undefined>;
  /** Those saved first come first. */
  list<T>(sandbox: string, collection: string): MaybePromise<readonly StoredDocument<T>[]>;
  /**
   * Saves a document, in the place of one with the same id.
   *
   * @throws StoredDocumentError for a document that is no JSON or too long
   */
  save(sandbox: string, collection: string, id: string, document: unknown): MaybePromise<void>;
  /** @returns whether there was such a document */
  delete(sandbox: string, collection: string, id: string): MaybePromise<boolean>;
  /**
   * Replaces a document by what `change` makes of it, with nothing between reading and writing: of two parallel calls
   * the second sees what the first has left.
   *
   * @param change gets undefined where there is no document; returns the next version, or undefined for none. It may be
   *   called again when another replica was faster, so that only what its last call did counts. What it throws leaves the
   *   document as it was.
   * @returns the document as it is now
   * @throws StoredDocumentError for a document that is no JSON or too long
   */
  update<T>(
    sandbox: string,
    collection: string,
    id: string,
    change: (current: T | undefined) => T | undefined,
  ): MaybePromise<T | undefined>;
  /** Adds one to a counter. @returns its value: 1 for the first call of a name and id */
  increment(sandbox: string, counter: string, id: string): MaybePromise<number>;
}

export interface StoredDocument<T> {
  readonly id: string;
  readonly document: T;
}

/** A service's document or collection can't be kept: a defect of the service, not of a request. */
export class StoredDocumentError extends Error {
  override readonly name = 'StoredDocumentError';
}

/**
 * A document as every store keeps it.
 *
 * @throws StoredDocumentError when it is no JSON or too long
 */
export function documentText(collection: string, id: string, document: unknown): string {
  const text = JSON.stringify(document) as string | undefined;
  if (text === undefined)
    throw new StoredDocumentError(
      `Failed to save a document in ${collection}: it must be JSON, and ${typeof document} is not.`,
    );
  const length = text.length + id.length;
  if (length > maxDocumentLength)
    throw new StoredDocumentError(
      `Failed to save a document in ${collection}: its JSON and id have ${length} characters, and at most ${maxDocumentLength} are kept.`,
    );
  return text;
}

/** @throws StoredDocumentError for a name that is not of lower-case letters, digits and hyphens */
export function checkedCollection(name: string): string {
  if (/^[a-z][a-z0-9-]{0,63}$/.test(name)) return name;
  throw new StoredDocumentError(
    `The name of a collection must be 1 to 64 lower-case letters, digits and hyphens, beginning with a letter (got ${JSON.stringify(name.slice(0, 80))}).`,
  );
}
