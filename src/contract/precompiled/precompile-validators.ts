/** The build's side of `precompiled-validators.ts`: writes the code of every validator that serving a document needs. */
import standaloneCode from 'ajv/dist/standalone/index.js';
import { jsonMediaType } from '../operations.js';
import type { Operation } from '../operations.js';
import { ajvFor, collectInPlace, referenceTo } from '../validation/document-ajv.js';
import { digestOf } from './precompiled-data.js';
import { toPointer } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';
import { pointersOf } from '../document/pointers-of.js';
import { coercingKey, holderSchema, plainKey } from '../validation/schema-validator.js';

/**
 * The text of a CommonJS module that exports `PrecompiledValidators`.
 *
 * @param ofResponses whether responses are checked as well as requests
 */
export function validatorModule(
  file: string,
  document: OpenApiDocument,
  operations: readonly Operation[],
  ofResponses = true,
): string {
  const plain = new Map(
    bodyPointers(operations, ofResponses).map((pointer) => [plainKey(pointer), { $ref: referenceTo(pointer) }]),
  );
  const coercing = new Map(
    parameterPointers(operations).map((pointer) => [coercingKey(pointer), holderSchema(pointer)]),
  );
  return [
    `exports.sources = ${JSON.stringify(digestOf([file]))};`,
    `const plain = (exports, at) => {${codeOf(document, false, plain)}};`,
    `const coercing = (exports, at) => {${codeOf(document, 'array', coercing)}};`,
    'exports.make = (at) => { const made = {}; plain(made, at); coercing(made, at); return made; };',
    '',
  ].join('\n');
}

function bodyPointers(operations: readonly Operation[], ofResponses: boolean): string[] {
  const holders = operations.flatMap(({ requestBody, responses }) => [
    ...(requestBody ? [requestBody] : []),
    ...(ofResponses ? responses.values() : []),
  ]);
  const pointers = holders.flatMap(({ pointer, value: { content } }) => {
    const mediaType = jsonMediaType(content);
    if (mediaType === undefined || content?.[mediaType]?.schema === undefined) return [];
    return [pointer + toPointer(['content', mediaType, 'schema'])];
  });
  return [...new Set(pointers)];
}

function parameterPointers(operations: readonly Operation[]): string[] {
  const pointers = operations
    .flatMap(({ parameters }) => parameters)
    .filter(({ value }) => value.schema !== undefined)
    .map(({ pointer }) => `${pointer}/schema`);
  return [...new Set(pointers)];
}

function codeOf(
  document: OpenApiDocument,
  coerceTypes: false | 'array',
  schemas: ReadonlyMap<string, object>,
): string {
  const ajv = ajvFor(document, { coerceTypes, keepSource: true });
  const keys = [...schemas.keys()];
  const ids = Object.fromEntries(keys.map((key, index) => [key, `v${index}`]));
  keys.forEach((key, index) => ajv.addSchema(schemas.get(key) ?? {}, `v${index}`));
  return collectInPlace(referToDocument(standaloneCode.default(ajv, ids), document));
}

/** Ajv writes each schema out; the document has it already, and errors must refer to the same object. */
function referToDocument(code: string, document: OpenApiDocument): string {
  const pointers = new Map<string, string>();
  for (const [schema, pointer] of pointersOf(document)) {
    const text = JSON.stringify(schema);
    if (!pointers.has(text)) pointers.set(text, pointer);
  }
  return code.replace(/^(const schema\d+ = )(.*);$/gm, (line, start: string, text: string) => {
    const pointer = pointers.get(normal(text));
    return pointer === undefined ? line : `${start}at(${JSON.stringify(pointer)});`;
  });
}

/** Ajv escapes line separators that JSON leaves as they are. */
function normal(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
