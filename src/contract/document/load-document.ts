import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Document, LineCounter } from 'yaml';
import { readPrecompiled } from '../precompiled/precompiled-data.js';
import { fromPointer } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';
import { walkDocument } from './walk-document.js';
import { yamlOffset } from './yaml-offset.js';
import type { Yaml } from './yaml-offset.js';
import { repairDocument } from './repair-document.js';
import { systemFailure } from '../system-failure.js';

/** A document that can't be served: one sentence that names file, line and cause. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** An OpenAPI document, upgraded to 3.1, with the lines of its file. */
export interface LoadedDocument {
  readonly file: string;
  readonly document: OpenApiDocument;
  /** The line (from 1) of the value at a JSON pointer of the file, or of its nearest parent. */
  readonly lineOf: (pointer: string) => number;
  /** Problems in somebody else's document that do not stop the start. */
  readonly warnings: string[];
}

/**
 * Reads an OpenAPI 3.0 or 3.1 document, YAML or JSON. External `$ref`s to files are bundled, remote ones are never
 * fetched, and 3.0 is upgraded to 3.1, so that all other code knows one dialect.
 *
 * @param file path of the document
 * @param parsedBefore the file in which a build wrote the document as JSON
 * @throws DocumentError when the file can't be read, is not YAML or JSON, or is not OpenAPI 3.0 or 3.1
 */
export async function loadDocument(file: string, parsedBefore?: URL): Promise<LoadedDocument> {
  const precompiled = parsedBefore && readPrecompiled(parsedBefore, [file]);
  if (precompiled)
    return { file, document: precompiled as OpenApiDocument, lineOf: lazyLines(file), warnings: [] };
  const yaml = await import('yaml');
  const { parsed, lines } = parseSource(yaml, readSource(file));
  const [syntaxError] = parsed.errors;
  if (syntaxError) {
    const line = lines.linePos(syntaxError.pos[0]).line;
    throw new DocumentError(`${file}:${line}: not valid YAML or JSON: ${firstLine(syntaxError.message)}`);
  }
  const raw: unknown = parsed.toJS({ maxAliasCount: 10_000 });
  assertOpenApi3(raw, file);
  const bundled = hasExternalReference(raw) ? await bundle(file) : raw;
  const document = bundled.openapi.startsWith('3.1') ? bundled : await upgrade(bundled);
  const lineAt = (pointer: string): number => lineOf(yaml, parsed, lines, pointer);
  const warnings = repairDocument(document).map(
    ({ pointer, remark }) => `${file}:${lineAt(pointer)}: ${remark}`,
  );
  return { file, document, lineOf: lineAt, warnings };
}

function parseSource({ LineCounter, parseDocument }: Yaml, source: string) {
  const lines = new LineCounter();
  return { lines, parsed: parseDocument(source, { lineCounter: lines, merge: true }) };
}

/** The lines of a precompiled document: its source is parsed when the first line is needed. */
function lazyLines(file: string): LoadedDocument['lineOf'] {
  let find: LoadedDocument['lineOf'] | undefined;
  return (pointer) => {
    if (!find) {
      const yaml = createRequire(import.meta.url)('yaml') as Yaml;
      const { parsed, lines } = parseSource(yaml, readSource(file));
      find = (wanted) => lineOf(yaml, parsed, lines, wanted);
    }
    return find(pointer);
  };
}

function readSource(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new DocumentError(`Failed to read the document ${file}: ${systemFailure(cause, 'file')}.`, {
      cause,
    });
  }
}

function assertOpenApi3(raw: unknown, file: string): asserts raw is OpenApiDocument {
  const version = typeof raw === 'object' && raw !== null && 'openapi' in raw ? raw.openapi : undefined;
  if (typeof version === 'string' && /^3\.[01]\./.test(version)) return;
  const got =
    version === undefined ? 'it has no "openapi" field' : `its version is ${JSON.stringify(version)}`;
  throw new DocumentError(`${file}: not an OpenAPI 3.0 or 3.1 document: ${got}.`);
}

function hasExternalReference(document: OpenApiDocument): boolean {
  let found = false;
  walkDocument(document, ({ value: { $ref }, kind }) => {
    found ||= kind !== 'data' && typeof $ref === 'string' && !$ref.startsWith('#');
    return !found && kind !== 'data';
  });
  return found;
}

async function bundle(file: string): Promise<OpenApiDocument> {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  try {
    return (await SwaggerParser.bundle(file, { resolve: { http: false } })) as unknown as OpenApiDocument;
  } catch (cause) {
    throw new DocumentError(`${file}: a $ref can't be resolved: ${firstLine((cause as Error).message)}`, {
      cause,
    });
  }
}

async function upgrade(document: OpenApiDocument): Promise<OpenApiDocument> {
  const { upgrade: toNewer } = await import('./openapi-upgrader.js');
  return toNewer({ ...document }, '3.1') as unknown as OpenApiDocument;
}

function lineOf(yaml: Yaml, parsed: Document, lines: LineCounter, pointer: string): number {
  return lines.linePos(yamlOffset(yaml, parsed, fromPointer(pointer))).line;
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? text).replace(/:$/, '');
}
