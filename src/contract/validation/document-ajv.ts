import { createRequire } from 'node:module';
import type { Ajv2020, KeywordCxt } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../openapi.js';
import { maxErrors } from './problem-text.js';

const require = createRequire(import.meta.url);

export interface AjvOptions {
  /** `array` for values that travel as text. */
  readonly coerceTypes: false | 'array';
  /** Whether the code of the validators is kept, to be written to a file. */
  readonly keepSource?: boolean;
}

/**
 * Ajv with a document as its root schema. It is loaded only here, at the first call: where the build has compiled the
 * validators, a mock that answers needs no Ajv at all.
 */
export function ajvFor(document: OpenApiDocument, { coerceTypes, keepSource = false }: AjvOptions): Ajv2020 {
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const addFormats = require('ajv-formats') as (ajv: Ajv2020) => Ajv2020;
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    // Unknown keywords are reported by unknown-keywords.ts with their line; here they only must not throw.
    strict: false,
    // The document's own schemas are held against the meta-schema by its test and by the linter, not at each start.
    validateSchema: false,
    strictNumbers: true,
    logger: false,
    coerceTypes,
    code: { regExp: tolerantRegExp, process: collectInPlace, source: keepSource, lines: keepSource },
  });
  addFormats(ajv);
  // OpenAPI's formats: int32 and int64 bound numbers only in other documents, the rest say nothing about validity.
  for (const format of ['password', 'binary', 'byte']) ajv.addFormat(format, true);
  lookUpLongEnums(ajv);
  ajv.addSchema(document, documentKey, false, false);
  return ajv;
}

const documentKey = 'https://drydock.invalid/document';

/** The `$ref` that leads from any schema to the one at a pointer of the document. */
export function referenceTo(pointer: string): string {
  return `${documentKey}#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}

/**
 * Ajv's code looks at every element of an array, though each may be wrong in many ways: a body of 1 MiB can hold enough to
 * take seconds. Its loops end where there are more errors than anybody is told.
 */
function endLoops(code: string): string {
  return code.replace(
    /for\(let (\w{1,9})=0; \1<(\w{1,9}); \1\+\+\)/g,
    `for(let $1=0; $1<$2 && errors<${maxErrors}; $1++)`,
  );
}

/**
 * Ajv's code joins the errors behind each `$ref` by `concat`, which copies all that were found before: an array of 100,000
 * wrong elements would take minutes. Pushing them takes the time of the errors alone.
 */
export function collectInPlace(code: string): string {
  return endLoops(code).replace(
    /vErrors\.concat\((\w+\.errors)\)/g,
    '($1.forEach((error) => vErrors.push(error)), vErrors)',
  );
}

/** Patterns of other people's documents may be wrong under the `u` flag, or at all: then they constrain nothing. */
function tolerantRegExp(pattern: string, flags: string): { test: (text: string) => boolean } {
  for (const attempt of [flags, '']) {
    try {
      return new RegExp(pattern, attempt);
    } catch {
      continue;
    }
  }
  return { test: () => true };
}
tolerantRegExp.code = 'new RegExp';

/** Values of an `enum` from which on a set finds one sooner than a comparison with each. */
const longEnum = 16;

/** Ajv compares a value with each of an `enum`: for a country code with up to 249. Here it is looked up. */
function lookUpLongEnums(ajv: Ajv2020): void {
  const { default: plain } =
    require('ajv/dist/vocabularies/validation/enum.js') as typeof import('ajv/dist/vocabularies/validation/enum.js');
  const { _, stringify } = require('ajv') as typeof import('ajv');
  const code = (context: KeywordCxt): void => {
    const values = context.schema as unknown;
    if (
      !Array.isArray(values) ||
      values.length < longEnum ||
      values.some((value) => typeof value === 'object')
    ) {
      plain.code(context);
      return;
    }
    const set = context.gen.scopeValue('obj', {
      key: values,
      ref: new Set(values),
      code: _`new Set(${stringify(values)})`,
    });
    context.pass(_`${set}.has(${context.data})`);
  };
  ajv.removeKeyword('enum').addKeyword({ ...plain, code });
}
