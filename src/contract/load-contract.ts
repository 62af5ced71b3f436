import { createContract } from './contract.js';
import type { Contract } from './contract.js';
import { brokenReferences } from './document/broken-references.js';
import { DocumentError, loadDocument } from './document/load-document.js';
import type { LoadedDocument } from './document/load-document.js';
import { unknownKeywords } from './document/unknown-keywords.js';
import { operationsOf } from './operations.js';
import type { Operation } from './operations.js';
import { precompiledValidators } from './precompiled/precompiled-validators.js';

export interface LoadOptions {
  /** Whether an unknown schema keyword is an error, as in a document of one's own; by default it is a warning. */
  readonly strict?: boolean;
  /** The precompiled document; it is used only while the document is unchanged. */
  readonly precompiled?: PrecompiledContract | undefined;
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
  { strict = false, precompiled }: LoadOptions = {},
): Promise<Contract> {
  const loaded = await loadDocument(file, precompiled?.document);
  const warnings = [...loaded.warnings, ...checkKeywords(loaded, strict)];
  checkReferences(loaded);
  return createContract({
    ...loaded,
    warnings,
    operations: readOperations(loaded),
    validators: precompiled && precompiledValidators(precompiled.validators, file, loaded.document),
  });
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
