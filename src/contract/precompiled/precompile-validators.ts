/** The build's side of `precompiled-validators.ts`, and that of `drydock compile`: writes validators as code. */
import type { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { pointersOf } from '../document/walk-document.js';
import type { OpenApiDocument } from '../openapi.js';
import type { CompilePattern } from '../patterns/document-patterns.js';
import { relax, schemaFor } from '../validation/ajv-compiler.js';
import { ajvFor, collectInPlace } from '../validation/document-ajv.js';
import { codeKeepingAjv } from '../validation/own-schema.js';
import { validatorKey, type Variant } from '../validation/schema-compiler.js';
import { digestOf } from './precompiled-data.js';

/** A validator that serving a document needs. */
export interface NeededValidator {
  readonly pointer: string;
  readonly variant: Variant;
}

/** The text of a CommonJS module that exports `PrecompiledValidators`. Few schemas are shared, so that each validator has its own. */
export function validatorModule(
  file: string,
  document: OpenApiDocument,
  needed: readonly NeededValidator[],
): string {
  const makers = needed.map((one) => {
    const key = JSON.stringify(validatorKey(one.pointer, one.variant));
    return `[${key}, (at) => (${validatorsCode(document, [one])})(at, require)[${key}]]`;
  });
  return [
    `exports.sources = ${JSON.stringify(digestOf([file]))};`,
    `exports.makers = new Map([${makers.join(',\n')}]);`,
    '',
  ].join('\n');
}

/**
 * The code of a function `(at, require, compilePattern)` that makes validators: an object of them by `validatorKey`.
 *
 * @param compilePattern given for a document that is not trusted; the code calls the one that it is given
 */
export function validatorsCode(
  document: OpenApiDocument,
  needed: readonly NeededValidator[],
  compilePattern?: CompilePattern,
): string {
  const groups = new Map<string, NeededValidator[]>();
  for (const one of needed) {
    const key = `${one.variant.asText} ${one.variant.optional?.direction ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const parts = [...groups.values()].map(
    (group) => `(exports, at, require, compilePattern) => {${codeOf(document, group, compilePattern)}}`,
  );
  return [
    '(at, require, compilePattern) => {',
    'const made = {};',
    `for (const part of [${parts.join(',\n')}]) part(made, at, require, compilePattern);`,
    'return made;',
    '}',
  ].join('\n');
}

/** All of one variant. */
function codeOf(
  document: OpenApiDocument,
  needed: readonly NeededValidator[],
  compilePattern: CompilePattern | undefined,
): string {
  const [{ variant } = { variant: { asText: false, optional: undefined } }] = needed;
  const ajv = ajvFor(document, { coerceTypes: variant.asText && 'array', keepSource: true, compilePattern });
  if (variant.optional) relax(ajv, variant.optional);
  needed.forEach(({ pointer }, index) => ajv.addSchema(schemaFor(pointer, variant), `v${index}`));
  const names: Record<string, string> = {};
  let open = '';
  for (const [index, { pointer }] of needed.entries()) {
    const key = validatorKey(pointer, variant);
    if (isUsable(ajv, `v${index}`)) names[key] = `v${index}`;
    // As SchemaValidators does: a schema that can't be compiled constrains nothing.
    else open += `exports[${JSON.stringify(key)}] = () => true;`;
  }
  return collectInPlace(referToDocument(standaloneCode.default(ajv, names), document)) + open;
}

function isUsable(ajv: Ajv2020, id: string): boolean {
  try {
    return ajv.getSchema(id) !== undefined;
  } catch {
    return false;
  }
}

/** The code of a function `(require)` that makes validators of schemas that are no document's, by their names. */
export function ownValidatorsCode(schemas: Readonly<Record<string, object>>): string {
  const ajv = codeKeepingAjv();
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, name);
  const names = Object.fromEntries(Object.keys(schemas).map((name) => [name, name]));
  return `(require) => { const exports = {}; ${standaloneCode.default(ajv, names)}\nreturn exports; }`;
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
