import type { OpenApiDocument } from '../openapi.js';
import type { DocumentPatterns } from '../patterns/document-patterns.js';
import { shown } from '../validation/problem-text.js';
import { BrokenReferences, reachedFromOperations } from './broken-references.js';
import type { BrokenReference } from './broken-references.js';
import { repairNode } from './repair-document.js';
import type { Remark } from './repair-document.js';
import { unknownKeywordsIn } from './unknown-keywords.js';
import type { UnknownKeyword } from './unknown-keywords.js';
import { upgradeSchema } from './upgrade-schema.js';
import { walkDocument } from './walk-document.js';

/** Findings in a document. */
export interface Inspection {
  /** Remarks that don't stop the start. */
  readonly remarks: readonly Remark[];
  readonly unknownKeywords: readonly UnknownKeyword[];
  /** References to nothing that an operation needs. */
  readonly broken: readonly BrokenReference[];
}

/**
 * Reads a document once from end to end: repairs it, makes it one of OpenAPI 3.1, and notes what is wrong.
 *
 * @param patterns of a document that is not trusted
 */
export function inspectDocument(
  document: OpenApiDocument,
  patterns: DocumentPatterns | undefined,
): Inspection {
  const isOlder = document.openapi.startsWith('3.0');
  const repairs: Remark[] = [];
  const unenforced: Remark[] = [];
  const unknownKeywords: UnknownKeyword[] = [];
  const references = new BrokenReferences(document);
  walkDocument(document, (node) => {
    if (node.kind === 'data') return false;
    repairNode(node, (remark) => repairs.push(remark));
    if (isOlder) upgradeSchema(node);
    unknownKeywords.push(...unknownKeywordsIn(node));
    for (const { pointer, source, reason } of patterns?.unenforcedIn(node) ?? [])
      unenforced.push({ pointer, text: `the pattern ${shown(source)} is not enforced: ${reason}` });
    references.visit(node);
    return true;
  });
  if (isOlder) document.openapi = '3.1.1';
  const reached = references.found.length === 0 ? [] : reachedFromOperations(document, references.found);
  const unreached = references.found.filter((one) => !reached.includes(one));
  return {
    remarks: [
      ...unenforced,
      ...repairs,
      ...unreached.map(({ pointer, reference }) => ({
        pointer,
        text: `the $ref ${reference} leads nowhere, and no operation needs it`,
      })),
    ],
    unknownKeywords,
    broken: reached,
  };
}
