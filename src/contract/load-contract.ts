import { createContract, type Contract, type ContractParts } from './contract.js';
import { loadDocument, type DocumentSource, type LoadedDocument } from './document/load-document.js';
import type { ErrorMaker } from './error-body.js';
import type { OpenApiDocument } from './openapi.js';
import type { DocumentPatterns } from './patterns/document-patterns.js';
import { PatternWork } from './patterns/pattern-work.js';
import { precompiledValidators } from './precompiled/precompiled-validators.js';
import { ajvCompiler } from './validation/ajv-compiler.js';

export interface LoadOptions extends DocumentSource {
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
  const { precompiled, errorMakerFor } = options;
  const patterns = options.strict ? undefined : await foreignPatterns();
  const loaded = await loadDocument(file, options, patterns);
  return contractOf(loaded, patterns, {
    errorMakerFor,
    validators: precompiled && precompiledValidators(precompiled.validators, file, loaded.document),
  });
}

/** The contract of a document whose schemas Ajv compiles. @param patterns of one that is not trusted @throws DocumentError */
export function contractOf(
  loaded: LoadedDocument,
  patterns: DocumentPatterns | undefined,
  { errorMakerFor, validators }: Pick<LoadOptions, 'errorMakerFor'> & Pick<ContractParts, 'validators'>,
): Contract {
  return createContract(loaded, {
    validators,
    compilerFor: ajvCompiler(patterns?.compile),
    patternWork: patterns?.work,
    errorMaker: errorMakerFor?.(loaded.document),
  });
}

/** Loaded only for somebody else's document: the patterns of one's own are checked before they ship. */
export async function foreignPatterns(): Promise<DocumentPatterns> {
  const { DocumentPatterns: Patterns } = await import('./patterns/document-patterns.js');
  return new Patterns(new PatternWork());
}
