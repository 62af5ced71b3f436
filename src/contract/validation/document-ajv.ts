import { createRequire } from 'node:module';
import type { Ajv2020, CodeKeywordDefinition, KeywordCxt } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../openapi.js';
import type { CompilePattern } from '../patterns/document-patterns.js';
import { linearFormats } from './linear-formats.js';
import { maxErrors } from './problem-text.js';
import firstDuplicate from './first-duplicate.js';

const require = createRequire(import.meta.url);

export interface AjvOptions {
  /** `array` for values that travel as text. */
  readonly coerceTypes: false | 'array';
  /** Keeps the code of the validators, to write it to a file. */
  readonly keepSource?: boolean;
  /** Compiles the patterns of an untrusted document; default: by the language's own engine. */
  readonly compilePattern?: CompilePattern | undefined;
}

/** Ajv with a document as its root schema. It is loaded only here, at the first call: with precompiled validators a mock needs no Ajv. */
export function ajvFor(
  document: OpenApiDocument,
  { coerceTypes, keepSource = false, compilePattern = nativePattern }: AjvOptions,
  ignoresIds = false,
): Ajv2020 {
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const addFormats = require('ajv-formats') as (ajv: Ajv2020) => Ajv2020;
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    // inspect-document.ts reports unknown keywords with their lines; here they must not throw.
    strict: false,
    // A test and the linter check our own schemas against the meta-schema; that need not happen at each start.
    validateSchema: false,
    strictNumbers: true,
    logger: false,
    coerceTypes,
    ...(ignoresIds ? { schemaId: 'x-drydock-id' as '$id', meta: false } : {}),
    code: {
      // Its `code` is what Ajv writes into validators that are kept as text: see run-time-parts.ts.
      regExp: Object.assign((source: string, flags: string) => compilePattern(source, flags), {
        code: compilePattern === nativePattern ? 'new RegExp' : 'compilePattern',
      }),
      process: collectInPlace,
      source: keepSource,
      lines: keepSource,
      // A third of the time that a large form's first request takes; kept code is made before the start.
      optimize: keepSource,
    },
  });
  addFormats(ajv);
  if (compilePattern !== nativePattern) {
    for (const [name, format] of Object.entries(linearFormats(ajv.formats))) ajv.addFormat(name, format);
    useLinearUniqueItems(ajv);
  }
  if (coerceTypes) acceptSeveralBranches(ajv);
  // OpenAPI's other formats do not restrict values.
  for (const format of ['password', 'binary', 'byte']) ajv.addFormat(format, true);
  try {
    ajv.addSchema(document, documentKey, false, false);
  } catch (cause) {
    if (ignoresIds) throw cause;
    // Ajv takes each `$id` for that of a schema, also in examples, where several may be the same.
    return ajvFor(document, { coerceTypes, keepSource, compilePattern }, true);
  }
  return ajv;
}

/** A text such as `1` is a number and a text: of the alternatives for it one must fit, not exactly one. */
function acceptSeveralBranches(ajv: Ajv2020): void {
  const { default: anyOf } =
    require('ajv/dist/vocabularies/applicator/anyOf.js') as typeof import('ajv/dist/vocabularies/applicator/anyOf.js');
  ajv.removeKeyword('oneOf');
  ajv.addKeyword({ ...anyOf, keyword: 'oneOf' });
}

const documentKey = 'https://drydock.invalid/document';

/** The `$ref` that leads from any schema to the one at a pointer of the document. */
export function referenceTo(pointer: string): string {
  return `${documentKey}#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}

/**
 * Ajv's code checks every element of an array, and each may have many errors: a body of 1 MiB can contain enough to
 * take seconds. Here its loops end at the maximum number of errors.
 */
function endLoops(code: string): string {
  return code.replace(
    /for\(let (\w{1,9})=0; \1<(\w{1,9}); \1\+\+\)/g,
    `for(let $1=0; $1<$2 && errors<${maxErrors}; $1++)`,
  );
}

/**
 * Ajv's code joins the errors behind each `$ref` by `concat`, which copies all earlier ones: an array of 100,000
 * wrong elements would take minutes. Pushing them takes the time of the errors alone.
 */
export function collectInPlace(code: string): string {
  return endLoops(code).replace(
    /vErrors\.concat\((\w+\.errors)\)/g,
    '($1.forEach((error) => vErrors.push(error)), vErrors)',
  );
}

const nativePattern: CompilePattern = (source, flags) => new RegExp(source, flags);

/**
 * Replaces Ajv's `uniqueItems`, which compares all pairs where the schema doesn't say that the items are of a simple type: a body
 * of 1 MiB would take hours. Here each item is looked up once.
 */
export function useLinearUniqueItems(ajv: Ajv2020): void {
  const { _, str } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  // Validators that are kept as text find the function by this name: see run-time-parts.ts.
  const code = _`require("drydock-kit/first-duplicate").default`;
  const keyword: CodeKeywordDefinition = {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: {
      message: ({ params: { i, j } }) =>
        str`must NOT have duplicate items (items ## ${j} and ${i} are identical)`,
      params: ({ params: { i, j } }) => _`{i: ${i}, j: ${j}}`,
    },
    code(context: KeywordCxt) {
      if (context.schema !== true) return;
      const { gen, data } = context;
      const find = gen.scopeValue('func', { ref: firstDuplicate, code });
      const found = gen.const('duplicate', _`${find}(${data})`);
      context.setParams({ i: _`${found}.place`, j: _`${found}.before` });
      context.fail(_`${found} !== undefined`);
    },
  };
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword(keyword);
}
