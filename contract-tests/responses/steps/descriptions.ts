import { valueAt } from '../../../src/contract/json-pointer.js';
import type { Operation } from '../../../src/contract/operations.js';
import { isObject } from '../../../src/contract/schema/json-equal.js';
import type { StatedContract } from '../../../src/conformance/document/stated-contract.js';

/** What a document says in words of an operation: its description, and that of the service. */
export function descriptionsOf({ contract: { document } }: StatedContract, operation?: Operation): string[] {
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
