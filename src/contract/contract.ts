/**
 * The contract is a loaded OpenAPI document made ready to serve and to check: its operations, where they are mounted,
 * validators for every schema, and error bodies in the document's own shape. Everything else in Drydock reads the API
 * from here. It is made once at start and never changes; a reload makes another one.
 */
import { brokenReferences } from './document/broken-references.js';
import { ErrorBodies } from './error-body.js';
import { precompiledValidators } from './precompiled/precompiled-validators.js';
import { DocumentError, loadDocument } from './document/load-document.js';
import type { LoadedDocument } from './document/load-document.js';
import { isJsonMediaType, jsonMediaType, operationsOf, responseFor } from './operations.js';
import type { Operation } from './operations.js';
import type { OpenApiDocument, SecurityScheme } from './openapi.js';
import { packageFile } from './package-root.js';
import { SchemaValidators } from './validation/schema-validator.js';
import type { ValidateFunction } from './validation/schema-validator.js';
import { toPointer } from './json-pointer.js';
import { unknownKeywords } from './document/unknown-keywords.js';

export interface Contract {
  readonly file: string;
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  /** Path prefixes under which the operations stand, the first one advertised; `''` is the root. */
  readonly basePaths: readonly string[];
  readonly validators: SchemaValidators;
  readonly errorBodies: ErrorBodies;
  /** What is odd and does not stop the start; grows when a schema that makes no sense is first needed. */
  readonly warnings: readonly string[];
  /** The line of the document's file where a JSON pointer leads. */
  readonly lineOf: (pointer: string) => number;
  /** Whether only keys of Drydock's own table are valid here. */
  readonly strictKeys: boolean;
}

/** The document of the service itself, as it ships in the package. */
export const ownDocument = packageFile('openapi.yaml');

/**
 * Loads a document and makes it ready.
 *
 * @param file the document; by default the service's own
 * @param refuseUnknown whether an unknown schema keyword stops the start, as in our own, or is a warning
 * @throws DocumentError with file, line and cause
 */
export async function loadContract(
  file: string = ownDocument,
  refuseUnknown = file === ownDocument,
): Promise<Contract> {
  const loaded = await loadDocument(file);
  const warnings = [...loaded.warnings, ...checkKeywords(loaded, refuseUnknown)];
  checkReferences(loaded);
  const { document } = loaded;
  const operations = readOperations(loaded);
  const ready = file === ownDocument ? precompiledValidators(file, document) : undefined;
  const validators = new SchemaValidators(document, ready);
  return {
    file,
    document,
    operations,
    basePaths: basePathsOf(document),
    validators,
    errorBodies: new ErrorBodies(document, operations, validators),
    get warnings() {
      const unusable = validators.unusable.map(
        ({ pointer, reason }) =>
          `${file}:${loaded.lineOf(pointer)}: the schema constrains nothing: ${reason}`,
      );
      return [...warnings, ...unusable];
    },
    lineOf: (pointer) => loaded.lineOf(pointer),
    strictKeys: Object.values(document.components?.securitySchemes ?? {}).some(
      (scheme) => (scheme as SecurityScheme)['x-strict-keys'] === true,
    ),
  };
}

function checkKeywords(loaded: LoadedDocument, refuse: boolean): string[] {
  const texts = unknownKeywords(loaded.document).map(
    ({ keyword, pointer }) =>
      `${loaded.file}:${loaded.lineOf(pointer)}: unknown schema keyword ${JSON.stringify(keyword)}`,
  );
  if (refuse && texts[0] !== undefined)
    throw new DocumentError(`${texts[0]}; an extension would start with x-.`);
  return texts;
}

function checkReferences({ file, document, lineOf }: LoadedDocument): void {
  const [broken] = brokenReferences(document);
  if (broken)
    throw new DocumentError(`${file}:${lineOf(broken.pointer)}: the $ref ${broken.reference} leads nowhere.`);
}

function readOperations(loaded: LoadedDocument): Operation[] {
  try {
    const operations = operationsOf(loaded.document);
    if (operations.length > 0) return operations;
  } catch (cause) {
    throw new DocumentError(`${loaded.file}: ${(cause as Error).message}.`, { cause });
  }
  throw new DocumentError(`${loaded.file}: the document has no operation to serve.`);
}

/** The paths of the document's servers, variables at their defaults, without a trailing slash. */
function basePathsOf(document: OpenApiDocument): string[] {
  const paths = (document.servers ?? []).map((server) => {
    const url = server.url.replace(
      /\{([^}]+)\}/g,
      (_, name: string) => server.variables?.[name]?.default ?? name,
    );
    const path = URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : '/';
    return path.replace(/\/+$/, '');
  });
  return paths.length === 0 ? [''] : [...new Set(paths)];
}

/** The validator of an operation's JSON request body; undefined where it takes none. */
export function requestBodyValidator(contract: Contract, operation: Operation): ValidateFunction | undefined {
  const body = operation.requestBody;
  const mediaType = body && jsonMediaType(body.value.content);
  if (!body || mediaType === undefined || body.value.content?.[mediaType]?.schema === undefined)
    return undefined;
  return contract.validators.at(`${body.pointer}${toPointer(['content', mediaType, 'schema'])}`);
}

/**
 * The validator of an operation's JSON response; undefined where the document describes none for the status.
 *
 * @param mediaType the answer's, parameters allowed
 */
export function responseBodyValidator(
  contract: Contract,
  operation: Operation,
  status: number,
  mediaType = 'application/json',
): ValidateFunction | undefined {
  const response = responseFor(operation, status);
  const name = isJsonMediaType(mediaType) ? jsonMediaType(response?.value.content) : undefined;
  if (!response || name === undefined || response.value.content?.[name]?.schema === undefined)
    return undefined;
  return contract.validators.at(`${response.pointer}${toPointer(['content', name, 'schema'])}`);
}
