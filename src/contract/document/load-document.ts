import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fromPointer } from '../json-pointer.js';
import { readPrecompiled } from '../precompiled/precompiled-data.js';
import { lineIn, type LineTree } from '../precompiled/precompiled-lines.js';
import type { OpenApiDocument } from '../openapi.js';
import type { DocumentPatterns } from '../patterns/document-patterns.js';
import { removeBrokenReferences } from './broken-references.js';
import { acceptsAnything, DocumentError, type Remark } from './document-error.js';
import { inspectDocument } from './inspect-document.js';
import { yamlOffset, type Yaml } from './yaml-offset.js';

/** An OpenAPI document of version 3.0 to 3.2, with the lines of its file. */
export interface LoadedDocument {
  readonly file: string;
  /** The paths of the other files that it refers to, and of its overlays. */
  readonly parts: readonly string[];
  readonly document: OpenApiDocument;
  /** The lines (from 1) of the values at JSON pointers of the file, or of their nearest parents. */
  readonly linesOf: (pointers: readonly string[]) => readonly number[];
  /** Called when warnings are first shown: their lines take time. */
  readonly warnings: () => readonly string[];
}

/** The files in which a build stores what a start would otherwise parse and compile. */
export interface PrecompiledContract {
  /** The parsed document, JSON. */
  readonly document: URL;
  /** The lines of its values, JSON; without them the source is parsed for the first line that a failure names. */
  readonly lines?: URL;
  /** The validators, a CommonJS module. */
  readonly validators: URL;
}

/** The place of a document. */
export interface DocumentSource {
  /** The folder whose files its references may lead to; default: the document's own. */
  readonly root?: string | undefined;
  /** The precompiled document; it is used only while the document is unchanged. */
  readonly precompiled?: PrecompiledContract | undefined;
  /** The text of a document from the network, which may refer to nothing but itself. */
  readonly text?: string | undefined;
  /** Paths of overlays, applied in this order. */
  readonly overlays?: readonly string[] | undefined;
  /**
   * True if the document is one's own: then an unknown schema keyword is an error, and its patterns are searched for by
   * the language's own engine. By default such a keyword is a warning, and no pattern can take long.
   */
  readonly strict?: boolean;
}

/**
 * Loads a document, upgrades it to OpenAPI 3.1 and checks it, unless a build has done that.
 *
 * @param file path of the document, or its address where it comes from the network
 * @param patterns of documents that are not trusted
 * @throws DocumentError when a file can't be read, is larger than allowed, is not YAML or JSON, or is no OpenAPI document
 */
export async function loadDocument(
  file: string,
  source: DocumentSource,
  patterns: DocumentPatterns | undefined,
): Promise<LoadedDocument> {
  const { precompiled, strict = false } = source;
  const read = precompiled && readPrecompiled(precompiled.document, [file]);
  if (read) {
    const document = read as OpenApiDocument;
    return { file, parts: [], document, linesOf: lazyLines(file, precompiled.lines), warnings: () => [] };
  }
  const { notes, broken, ...loaded } = await readDocument(file, source);
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

/**
 * Reads an OpenAPI document, YAML or JSON. What it refers to in other files is put into it, remote references are never
 * followed, overlays are applied, and Swagger 2.0 becomes OpenAPI 3.0.
 *
 * @returns also the references to nothing that were removed before it was converted, and what makes a sentence for each change
 *   made to it and each part of it that is not served
 */
async function readDocument(file: string, { root, text, overlays = [] }: DocumentSource) {
  const { DocumentFiles, bundleFiles, linesOfLost } = await import('../files/bundle-files.js');
  const files = new DocumentFiles(await import('yaml'), file, { root, text });
  const main = files.main();
  assertKnownVersion(main.value, file);
  const { document: bundled, lost } = bundleFiles(main, files);
  const overlaying = overlays.length > 0 ? await import('../overlays/apply-overlay.js') : undefined;
  const applied = overlays.flatMap((overlay) => overlaying?.applyOverlay(bundled, overlay) ?? []);
  assertKnownVersion(bundled, file);
  const parts = [...files.paths.slice(1), ...overlays];
  const shared = { file, parts, linesOf: main.linesOf };
  if (!('swagger' in bundled)) {
    const newer = newerFeatures(bundled).map((note) => `${file}: ${note}`);
    const notes = (): string[] => [...linesOfLost(lost), ...applied, ...newer];
    return { ...shared, document: bundled, broken: [], notes };
  }
  const { convertSwagger } = await import('../swagger/convert-swagger.js');
  const remark = `${file}: Swagger 2.0 was converted to OpenAPI 3.0`;
  const broken = removeBrokenReferences(bundled);
  const notes = (): string[] => [remark, ...linesOfLost(lost), ...applied];
  return { ...shared, document: convertSwagger(bundled, file), broken, notes };
}

/** The lines of a precompiled document, read when the first of them is needed; without a file of lines its source is parsed. */
function lazyLines(file: string, linesBefore: URL | undefined): LoadedDocument['linesOf'] {
  let find: ((pointer: string) => number) | undefined;
  return (pointers) => {
    if (!find) {
      const tree = linesBefore && (readPrecompiled(linesBefore, [file]) as LineTree | undefined);
      find = tree ? (pointer) => lineIn(tree, pointer) : yamlFinder(file);
    }
    return pointers.map(find);
  };
}

function yamlFinder(file: string): (pointer: string) => number {
  const { LineCounter, ...yaml } = createRequire(import.meta.url)('yaml') as Yaml;
  const lines = new LineCounter();
  const parsed = yaml.parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  return (pointer) => lines.linePos(yamlOffset(yaml, parsed, fromPointer(pointer))).line;
}

/** @throws DocumentError */
function assertKnownVersion(raw: unknown, file: string): asserts raw is OpenApiDocument {
  const { openapi, swagger } = Object(raw) as { openapi?: unknown; swagger?: unknown };
  if (typeof openapi === 'string' && /^3\.[012](\.|$)/.test(openapi)) return;
  if (openapi === undefined && (swagger === '2.0' || swagger === 2)) return;
  const version = openapi ?? swagger;
  const got =
    version === undefined ? 'it has no "openapi" field' : `its version is ${JSON.stringify(version)}`;
  throw new DocumentError(
    `${file}: not an OpenAPI document of version 3.0, 3.1 or 3.2, or Swagger 2.0: ${got}.`,
  );
}

/** Lists the additions of OpenAPI 3.2 that a document uses and Drydock doesn't serve: a sentence each. */
function newerFeatures(document: OpenApiDocument): string[] {
  if (!document.openapi.startsWith('3.2')) return [];
  const items = Object.entries(Object(document.paths) as Record<string, object | null>);
  const methods = items.flatMap(([path, item]) => {
    const { query, additionalOperations } = Object(item) as Record<string, unknown>;
    const others = Object.keys(Object(additionalOperations) as object);
    return [...(query === undefined ? [] : ['QUERY']), ...others].map((method) => `${method} ${path}`);
  });
  return [
    ...methods.map((operation) => `${operation} is not served: only the methods of OpenAPI 3.1 are`),
    ...(uses(document, 'querystring') ? ['parameters in "querystring" are not checked'] : []),
    ...(uses(document, 'itemSchema') ? ['"itemSchema" is not checked in requests'] : []),
    ...('$self' in document ? ['"$self" is not used: references start at the document\'s own place'] : []),
  ];
}

/** Tells whether a name stands anywhere in a document, as a key or as the value of `in`. */
function uses(node: unknown, name: string): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return Object.entries(node).some(
    ([key, value]) => key === name || (key === 'in' && value === name) || uses(value, name),
  );
}
