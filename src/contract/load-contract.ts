import { createContract, type Contract, type ContractSource } from './contract.js';
import { acceptsAnything, DocumentError, type Remark } from './document/document-error.js';
import { loadDocument, type DocumentSource, type PrecompiledContract } from './document/load-document.js';
import { inspectDocument } from './document/inspect-document.js';
import type { ErrorMaker } from './error-body.js';
import type { OpenApiDocument } from './openapi.js';
import { LostReferenceError, operationsOf, type Operation } from './operations.js';
import type { DocumentPatterns } from './patterns/document-patterns.js';
import { PatternWork } from './patterns/pattern-work.js';
import { precompiledValidators } from './precompiled/precompiled-validators.js';
import { ajvCompiler } from './validation/ajv-compiler.js';

export interface LoadOptions extends DocumentSource {
  /**
   * True if the document is one's own: then an unknown schema keyword is an error, and its patterns are searched for by
   * the language's own engine. By default such a keyword is a warning, and no pattern can take long.
   */
  readonly strict?: boolean;
  /** Also with precompiled validators. */
  readonly precompiled?: PrecompiledContract | undefined;
  /** Makes the bodies of the document's errors; default: the contract itself. */
  readonly errorMakerFor?: ((document: OpenApiDocument) => ErrorMaker) | undefined;
}

/**
 * Loads a document and creates its contract.
 *
 * @param file its path, or its address where `text` comes from the network
 * @throws DocumentError with file, line and cause
 */
export async function loadContract(file: string, options: LoadOptions = {}): Promise<Contract> {
  const { strict = false, precompiled, errorMakerFor } = options;
  const patterns = strict ? undefined : await foreignPatterns();
  const checked = await loadChecked(file, options, patterns);
  return createContract({
    ...checked,
    compilerFor: ajvCompiler(patterns?.compile),
    patternWork: patterns?.work,
    errorMaker: errorMakerFor?.(checked.document),
    operations: readOperations(checked),
    validators: precompiled && precompiledValidators(precompiled.validators, file, checked.document),
  });
}

/** A document that is loaded and checked, before its operations are read. */
export type CheckedDocument = Pick<ContractSource, 'file' | 'parts' | 'document' | 'linesOf' | 'warnings'>;

/** Loads a document, upgrades it to OpenAPI 3.1 and checks it. @param patterns of documents that are not trusted @throws DocumentError */
export async function loadChecked(
  file: string,
  { strict = false, errorMakerFor: _, ...source }: LoadOptions,
  patterns: DocumentPatterns | undefined,
): Promise<CheckedDocument> {
  const { notes, broken, isChecked, ...loaded } = await loadDocument(file, source);
  if (isChecked) return { ...loaded, warnings: () => [] };
  const { document, linesOf } = loaded;
  const { remarks, unknownKeywords, misshapen, ...inspected } = inspectDocument(document, patterns);
  const refuse = ([first]: readonly Remark[], hint = ''): void => {
    if (first) throw new DocumentError(`${file}:${linesOf([first.pointer])[0]}: ${first.text}${hint}.`);
  };
  if (strict) refuse(unknownKeywords, '; an extension would start with x-');
  refuse(misshapen);
  const lost = [...broken, ...inspected.broken];
  if (strict) refuse(lost);
  const remarked = [
    ...lost.map(({ pointer, text }) => ({ pointer, text: `${text}: ${acceptsAnything}` })),
    ...remarks,
    ...unknownKeywords,
  ];
  const warnings = (): string[] => {
    // To find lines the text is parsed, which takes long.
    const lines = remarked.length === 0 ? [] : linesOf(remarked.map(({ pointer }) => pointer));
    return [...notes(), ...remarked.map(({ text }, index) => `${file}:${lines[index]}: ${text}`)];
  };
  return { ...loaded, warnings };
}

/** Loaded only for somebody else's document: the patterns of one's own are checked before they ship. */
export async function foreignPatterns(): Promise<DocumentPatterns> {
  const { DocumentPatterns: Patterns } = await import('./patterns/document-patterns.js');
  return new Patterns(new PatternWork());
}

/** @throws DocumentError where there are none, or one can't be read */
export function readOperations({
  file,
  document,
  linesOf,
  warnings,
}: Pick<CheckedDocument, 'file' | 'document'> & Partial<CheckedDocument>): Operation[] {
  try {
    const operations = operationsOf(document);
    if (operations.length > 0) return operations;
  } catch (cause) {
    const line = cause instanceof LostReferenceError ? linesOf?.([cause.pointer])[0] : undefined;
    const place = line === undefined ? file : `${file}:${line}`;
    throw new DocumentError(`${place}: ${(cause as Error).message}.`, { cause });
  }
  const why = warnings?.().find((warning) => warning.endsWith(acceptsAnything));
  throw new DocumentError(
    `${file}: the document has no operation to serve${why === undefined ? '' : ` (${why})`}.`,
  );
}
