/**
 * The contract is an OpenAPI document prepared for serving and checking: its operations, their base paths, validators for
 * every schema, and error bodies in the document's own shape. Everything else in Drydock reads the API from here. It is made
 * once at start and never changes; a reload makes another one.
 */
import { defaultPathsOf } from './document/base-paths.js';
import { acceptsAnything, DocumentError } from './document/document-error.js';
import type { LoadedDocument } from './document/load-document.js';
import { ErrorBodies, type ErrorMaker } from './error-body.js';
import {
  isJsonMediaType,
  jsonMediaType,
  LostReferenceError,
  operationsOf,
  responseFor,
  sameMediaType,
  schemaPointer,
} from './operations.js';
import type { Operation } from './operations.js';
import type { PatternWork } from './patterns/pattern-work.js';
import type { CompilerFor } from './validation/schema-compiler.js';
import { SchemaValidators } from './validation/schema-validator.js';
import type { FindValidator, ValidateFunction } from './validation/schema-validator.js';

export interface Contract extends Omit<LoadedDocument, 'warnings'> {
  /** The document's `x-drydock-service`: the service of its operations. */
  readonly service: string | undefined;
  readonly operations: readonly Operation[];
  /** The path prefixes of the document's own servers, the first one advertised; `''` is the root. */
  readonly basePaths: readonly string[];
  readonly validators: SchemaValidators;
  readonly errorBodies: ErrorBodies;
  /** Problems that do not stop the start; grows when an unusable schema is first needed. */
  readonly warnings: readonly string[];
  /** The line of a JSON pointer in the document's file. */
  readonly lineOf: (pointer: string) => number;
}

/** Ways to validate values of a document, and to say errors in its shape. */
export interface ContractParts {
  readonly validators?: FindValidator | undefined;
  /** Makes what compiles schemas; undefined where every validator is precompiled. */
  readonly compilerFor: CompilerFor | undefined;
  /** The budget of the patterns of a document that is not trusted. */
  readonly patternWork?: PatternWork | undefined;
  /** Makes the bodies of errors; default: the error bodies themselves. */
  readonly errorMaker?: ErrorMaker | undefined;
}

/** @throws DocumentError where the document has no operations, or one can't be read */
export function createContract(
  loaded: LoadedDocument,
  { compilerFor, patternWork, errorMaker, validators: precompiled }: ContractParts,
): Contract {
  const { file, parts, document, linesOf } = loaded;
  const operations = readOperations(loaded);
  const lineOf = (pointer: string): number => linesOf([pointer])[0] ?? 1;
  let warnings: readonly string[] | undefined;
  const validators = new SchemaValidators(document, compilerFor, precompiled, patternWork);
  // Property by property: with a getter in the place of one that was spread, every request would read the contract slowly.
  return {
    ...{ file, parts, document, operations, lineOf, linesOf, validators },
    service: document['x-drydock-service'],
    basePaths: defaultPathsOf(document.servers),
    errorBodies: new ErrorBodies(document, operations, validators, errorMaker),
    get warnings() {
      const unusable = validators.unusable.map(
        ({ pointer, reason }) => `${file}:${lineOf(pointer)}: the schema constrains nothing: ${reason}`,
      );
      warnings ??= loaded.warnings();
      return [...warnings, ...unusable];
    },
  };
}

/** @throws DocumentError where there are none, or one can't be read */
export function readOperations({ file, document, linesOf, warnings }: LoadedDocument): Operation[] {
  try {
    const operations = operationsOf(document);
    if (operations.length > 0) return operations;
  } catch (cause) {
    const place = cause instanceof LostReferenceError ? `${file}:${linesOf([cause.pointer])[0]}` : file;
    throw new DocumentError(`${place}: ${(cause as Error).message}.`, { cause });
  }
  const why = warnings().find((warning) => warning.endsWith(acceptsAnything));
  throw new DocumentError(
    `${file}: the document has no operation to serve${why === undefined ? '' : ` (${why})`}.`,
  );
}

/** The validator of an operation's JSON request body; undefined where it takes none. */
export function requestBodyValidator(contract: Contract, operation: Operation): ValidateFunction | undefined {
  const body = operation.requestBody;
  const mediaType = body && jsonMediaType(body.value.content);
  if (!body || mediaType === undefined || body.value.content?.[mediaType]?.schema === undefined)
    return undefined;
  return contract.validators.oneWayAt(schemaPointer(body.pointer, mediaType), 'readOnly');
}

/**
 * The validator of an operation's JSON response; undefined where the document describes none for the status.
 *
 * @param mediaType the response's, parameters allowed
 */
export function responseBodyValidator(
  contract: Contract,
  operation: Operation,
  status: number,
  mediaType = 'application/json',
): ValidateFunction | undefined {
  const response = responseFor(operation, status);
  const content = response?.value.content;
  const same = sameMediaType(Object.keys(content ?? {}), mediaType);
  const name = isJsonMediaType(mediaType) ? (same ?? jsonMediaType(content)) : undefined;
  if (!response || name === undefined || content?.[name]?.schema === undefined) return undefined;
  return contract.validators.oneWayAt(schemaPointer(response.pointer, name), 'writeOnly');
}
