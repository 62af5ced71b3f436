import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { fromPointer, toPointer, valueAt } from './json-pointer.js';
import { explainUnions } from './nearest-branch.js';
import type { OpenApiDocument, SchemaObject } from './openapi.js';
import { maxErrors, problemsOf } from './problem-text.js';
import type { Problem } from './problem-text.js';

export type { ErrorObject, ValidateFunction };

/** A schema of the document that no validator can be made of, and why. */
export interface UnusableSchema {
  readonly pointer: string;
  readonly reason: string;
}

/**
 * Validators for any schema of a document, found by JSON pointer. The document itself is the root schema, so `$ref`s,
 * circular ones too, mean what they mean there. Each schema is compiled once.
 */
export class SchemaValidators {
  private readonly compiled = new Map<string, ValidateFunction>();
  /** Schemas that were needed and make no sense. */
  readonly unusable: UnusableSchema[] = [];
  private readonly plain: Ajv2020;
  private coercing: Ajv2020 | undefined;
  private pointers: Map<object, string> | undefined;

  constructor(private readonly document: OpenApiDocument) {
    this.plain = createAjv(document, false);
  }

  /** The validator of the schema at `pointer`; it reports every problem. */
  at(pointer: string): ValidateFunction {
    return this.memoized(`= ${pointer}`, () => this.tolerant(pointer, () => compileAt(this.plain, pointer)));
  }

  /**
   * As `at`, for values that travel as text (parameters): `"5"` is a number where one is expected. The validator takes
   * `{ value }` and puts the converted value in its place.
   */
  coercingAt(pointer: string): ValidateFunction {
    this.coercing ??= createAjv(this.document, 'array');
    const ajv = this.coercing;
    return this.memoized(`~ ${pointer}`, () =>
      this.tolerant(pointer, () => ajv.compile({ properties: { value: this.textSchemaAt(pointer) } })),
    );
  }

  /** A text such as `1` is a number and a text: of alternatives for it one must fit, not exactly one. */
  private textSchemaAt(pointer: string): object {
    const schema = valueAt(this.document, pointer) as SchemaObject | undefined;
    if (schema?.$ref !== undefined) return this.textSchemaAt(toPointer(fromPointer(schema.$ref)));
    if (!schema?.oneOf) return { $ref: referenceTo(pointer) };
    return { anyOf: schema.oneOf.map((_, index) => ({ $ref: referenceTo(`${pointer}/oneOf/${index}`) })) };
  }

  /**
   * What is wrong with a value, in sentences; empty when it is valid.
   *
   * @param validator one of this object's
   * @param root what to call the value itself, such as `body`
   */
  problems(validator: ValidateFunction, value: unknown, root: string): Problem[] {
    if (validator(value)) return [];
    const errors = explainUnions(validator.errors ?? [], (schema, data) => this.errorsAgainst(schema, data));
    return problemsOf(errors, root, (schema) => {
      const target = schema.$ref === undefined ? schema : valueAt(this.document, schema.$ref);
      return typeof target === 'object' && target !== null ? (target as SchemaObject) : schema;
    });
  }

  private errorsAgainst(schema: object, value: unknown): ErrorObject[] | undefined {
    this.pointers ??= pointersOf(this.document);
    const pointer = this.pointers.get(schema);
    if (pointer === undefined) return undefined;
    const validator = this.at(pointer);
    return validator(value) ? [] : [...(validator.errors ?? [])];
  }

  /** A schema that makes no sense, such as `type: file`, constrains nothing: one mistake must not stop a whole document. */
  private tolerant(pointer: string, compile: () => ValidateFunction): ValidateFunction {
    try {
      return compile();
    } catch (cause) {
      this.unusable.push({ pointer, reason: (cause as Error).message });
      return this.plain.compile({});
    }
  }

  private memoized(key: string, compile: () => ValidateFunction): ValidateFunction {
    let validator = this.compiled.get(key);
    if (!validator) {
      validator = compile();
      this.compiled.set(key, validator);
    }
    return validator;
  }
}

const documentKey = 'https://drydock.invalid/document';

function createAjv(document: OpenApiDocument, coerceTypes: false | 'array'): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    // Unknown keywords are reported by unknown-keywords.ts with their line; here they only must not throw.
    strict: false,
    // The document's own schemas are held against the meta-schema by its test and by the linter, not at each start.
    validateSchema: false,
    strictNumbers: true,
    logger: false,
    coerceTypes,
    code: { regExp: tolerantRegExp, process: collectInPlace },
  });
  addFormats.default(ajv);
  // OpenAPI's formats: int32 and int64 bound numbers only in other documents, the rest say nothing about validity.
  for (const format of ['password', 'binary', 'byte']) ajv.addFormat(format, true);
  ajv.addSchema(document, documentKey, false, false);
  return ajv;
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
function collectInPlace(code: string): string {
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

function compileAt(ajv: Ajv2020, pointer: string): ValidateFunction {
  return ajv.compile({ $ref: referenceTo(pointer) });
}

function referenceTo(pointer: string): string {
  return `${documentKey}#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}

/** Where each object of the document stands; made only when a union has to be explained. */
function pointersOf(root: object): Map<object, string> {
  const pointers = new Map<object, string>();
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null || pointers.has(value)) return;
    pointers.set(value, toPointer(path));
    for (const [key, child] of Object.entries(value)) visit(child, [...path, key]);
  };
  visit(root, []);
  return pointers;
}
