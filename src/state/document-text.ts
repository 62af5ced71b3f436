import { maxDocumentLength } from './limits.js';

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
