import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fromPointer } from '../json-pointer.js';
import { readPrecompiled } from '../precompiled/precompiled-data.js';
import type { OpenApiDocument } from '../openapi.js';
import { DocumentError } from './document-error.js';
import { repairDocument } from './repair-document.js';
import { yamlOffset } from './yaml-offset.js';
import type { Yaml } from './yaml-offset.js';

/** An OpenAPI document, upgraded to 3.1, with the lines of its file. */
export interface LoadedDocument {
  readonly file: string;
  /** The paths of the other files that it refers to. */
  readonly parts: readonly string[];
  readonly document: OpenApiDocument;
  /** The line (from 1) of the value at a JSON pointer of the file, or of its nearest parent. */
  readonly lineOf: (pointer: string) => number;
  /** Problems in somebody else's document that do not stop the start. */
  readonly warnings: string[];
}

/** Where a document lies. */
export interface DocumentSource {
  /** The folder whose files its references may lead to; default: the document's own. */
  readonly root?: string | undefined;
  /** The file in which a build wrote the document as JSON. */
  readonly parsedBefore?: URL | undefined;
}

/**
 * Reads an OpenAPI 3.0 or 3.1 document, YAML or JSON. What it refers to in other files is put into it, remote references
 * are never followed, and 3.0 is upgraded to 3.1, so that all other code knows one dialect.
 *
 * @param file path of the document
 * @throws DocumentError when a file can't be read, is larger than allowed, is not YAML or JSON, or is not OpenAPI 3.0 or 3.1
 */
export async function loadDocument(
  file: string,
  { root, parsedBefore }: DocumentSource = {},
): Promise<LoadedDocument> {
  const precompiled = parsedBefore && readPrecompiled(parsedBefore, [file]);
  if (precompiled) {
    const lineOf = lazyLines(file);
    return { file, parts: [], document: precompiled as OpenApiDocument, lineOf, warnings: [] };
  }
  const { DocumentFiles, bundleFiles } = await import('../files/bundle-files.js');
  const files = new DocumentFiles(await import('yaml'), file, root);
  const main = files.main();
  assertOpenApi3(main.value, file);
  const bundled = bundleFiles(main, files) as OpenApiDocument;
  const document = bundled.openapi.startsWith('3.1') ? bundled : await upgrade(bundled);
  const warnings = repairDocument(document).map(
    ({ pointer, remark }) => `${file}:${main.lineOf(pointer)}: ${remark}`,
  );
  return { file, parts: files.paths.slice(1), document, lineOf: main.lineOf, warnings };
}

/** The lines of a precompiled document: its source is parsed when the first line is needed. */
function lazyLines(file: string): LoadedDocument['lineOf'] {
  let find: LoadedDocument['lineOf'] | undefined;
  return (pointer) => {
    if (!find) {
      const { LineCounter, ...yaml } = createRequire(import.meta.url)('yaml') as Yaml;
      const lines = new LineCounter();
      const parsed = yaml.parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
      find = (wanted) => lines.linePos(yamlOffset(yaml, parsed, fromPointer(wanted))).line;
    }
    return find(pointer);
  };
}

function assertOpenApi3(raw: unknown, file: string): asserts raw is OpenApiDocument {
  const version = typeof raw === 'object' && raw !== null && 'openapi' in raw ? raw.openapi : undefined;
  if (typeof version === 'string' && /^3\.[01]\./.test(version)) return;
  const got =
    version === undefined ? 'it has no "openapi" field' : `its version is ${JSON.stringify(version)}`;
  throw new DocumentError(`${file}: not an OpenAPI 3.0 or 3.1 document: ${got}.`);
}

async function upgrade(document: OpenApiDocument): Promise<OpenApiDocument> {
  const { upgrade: toNewer } = await import('./openapi-upgrader.js');
  return toNewer({ ...document }, '3.1') as unknown as OpenApiDocument;
}
