import { createContract } from './contract.js';
import type { Contract } from './contract.js';
import { brokenReferences } from './document/broken-references.js';
import { DocumentError } from './document/document-error.js';
import { loadDocument } from './document/load-document.js';
import type { LoadedDocument } from './document/load-document.js';
import { unknownKeywords } from './document/unknown-keywords.js';
import type { MakeErrorValue } from './error-body.js';
import type { OpenApiDocument } from './openapi.js';
import { operationsOf } from './operations.js';
import type { Operation } from './operations.js';
import type { DocumentPatterns } from './patterns/document-patterns.js';
import { shown } from './validation/problem-text.js';
import { precompiledValidators } from './precompiled/precompiled-validators.js';

export interface LoadOptions {
  /**
   * Whether the document is one's own: then an unknown schema keyword is an error, and its patterns are searched for by
   * the language's own engine. By default such a keyword is a warning, and no pattern can take long.
   */
  readonly strict?: boolean;
  /** The folder whose files the document may refer to; default: the document's own. */
  readonly root?: string | undefined;
  /** The precompiled document; it is used only while the document is unchanged. */
  readonly precompiled?: PrecompiledContract | undefined;
  /** What makes the bodies of the document's errors; default: the contract itself. */
  readonly errorValues?: ((document: OpenApiDocument) => MakeErrorValue) | undefined;
}

/** The files in which a build stores what a start would otherwise parse and compile. */
export interface PrecompiledContract {
  /** The parsed document, JSON. */
  readonly document: URL;
  /** The validators, a CommonJS module. */
  readonly validators: URL;
}

/**
 * Loads a document and creates its contract.
 *
 * @param file its path
 * @throws DocumentError with file, line and cause
 */
export async function loadContract(
  file: string,
  { strict = false, root, precompiled, errorValues }: LoadOptions = {},
): Promise<Contract> {
  const loaded = await loadDocument(file, { root, parsedBefore: precompiled?.document });
  const patterns = strict ? undefined : await foreignPatterns();
  const warnings = [
    ...(patterns ? unenforced(loaded, patterns) : []),
    ...loaded.warnings,
    ...checkKeywords(loaded, strict),
  ];
  checkReferences(loaded);
  return createContract({
    ...loaded,
    warnings,
    compilePattern: patterns?.compile,
    makeErrorValue: errorValues?.(loaded.document),
    operations: readOperations(loaded),
    validators: precompiled && precompiledValidators(precompiled.validators, file, loaded.document),
  });
}

/** Loaded only for somebody else's document: the patterns of one's own are checked before they ship. */
async function foreignPatterns(): Promise<DocumentPatterns> {
  const { DocumentPatterns: Patterns } = await import('./patterns/document-patterns.js');
  return new Patterns();
}

function unenforced({ file, document, lineOf }: LoadedDocument, patterns: DocumentPatterns): string[] {
  return patterns
    .unenforced(document)
    .map(
      ({ pointer, source, reason }) =>
        `${file}:${lineOf(pointer)}: the pattern ${shown(source)} is not enforced: ${reason}`,
    );
}

function checkKeywords({ file, document, lineOf }: LoadedDocument, strict: boolean): string[] {
  const texts = unknownKeywords(document).map(
    ({ keyword, pointer }) => `${file}:${lineOf(pointer)}: unknown schema keyword ${JSON.stringify(keyword)}`,
  );
  if (strict && texts[0] !== undefined)
    throw new DocumentError(`${texts[0]}; an extension would start with x-.`);
  return texts;
}

function checkReferences({ file, document, lineOf }: LoadedDocument): void {
  const [broken] = brokenReferences(document);
  if (broken)
    throw new DocumentError(`${file}:${lineOf(broken.pointer)}: the $ref ${broken.reference} leads nowhere.`);
}

function readOperations({ file, document }: LoadedDocument): Operation[] {
  try {
    const operations = operationsOf(document);
    if (operations.length > 0) return operations;
  } catch (cause) {
    throw new DocumentError(`${file}: ${(cause as Error).message}.`, { cause });
  }
  throw new DocumentError(`${file}: the document has no operation to serve.`);
}
