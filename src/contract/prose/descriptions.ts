import { valueAt } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';
import type { Operation } from '../operations.js';
import { isObject } from '../schema/json-equal.js';

/** The document's words about an operation: its description, and that of the service. */
export function descriptionsOf(document: OpenApiDocument, operation?: Operation): string[] {
  const described = [operation && valueAt(document, operation.pointer), document.info];
  return described.flatMap((one) =>
    isObject(one) && typeof one.description === 'string' ? [one.description] : [],
  );
}

/** The sentences of a description in Markdown: a line of a list begins another one. */
export function sentencesOf(description: string): string[] {
  return description
    .split(/\n\s*\n|\n\s*[*-]\s|(?<=[.;])\s+(?=[`A-Z])/)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}
