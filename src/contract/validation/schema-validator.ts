import type { Ajv2020 } from 'ajv/dist/2020.js';
import { ajvFor, referenceTo } from './document-ajv.js';
import type { AjvOptions } from './document-ajv.js';
import { pointersOf } from '../document/pointers-of.js';
import { valueAt } from '../json-pointer.js';
import { explainUnions } from './nearest-branch.js';
import type { OpenApiDocument, SchemaObject } from '../openapi.js';
import { follow } from '../operations.js';
import type { CompilePattern } from '../patterns/document-patterns.js';
import { followSchema } from '../schema/resolve-schema.js';
import { problemsOf } from './problem-text.js';
import type { Problem } from './problem-text.js';
import type { ErrorObject, ValidateFunction } from './validate-function.js';

export type { ErrorObject, ValidateFunction };

/** A schema of the document that can't be compiled, and why. */
export interface UnusableSchema {
  readonly pointer: string;
  readonly reason: string;
}

/**
 * Validators for any schema of a document, found by JSON pointer. The document itself is the root schema, so `$ref`s,
 * circular ones too, mean what they mean there. Each schema is compiled once.
 */
export class SchemaValidators {
  private readonly compiled: Map<string, ValidateFunction>;
  /** Schemas that were needed and can't be compiled. */
  readonly unusable: UnusableSchema[] = [];
  private plainAjv: Ajv2020 | undefined;
  private coercing: Ajv2020 | undefined;
  private pointers: Map<object, string> | undefined;

  /**
   * @param ready precompiled validators, by their keys
   * @param compilePattern how the patterns of a document that is not trusted are searched for
   */
  constructor(
    private readonly document: OpenApiDocument,
    ready: Iterable<readonly [string, ValidateFunction]> = [],
    private readonly compilePattern?: CompilePattern,
  ) {
    this.compiled = new Map(ready);
  }

  /** Validators of a variant of the document, which trust its patterns as far as these do. */
  forVariant(document: OpenApiDocument): SchemaValidators {
    return new SchemaValidators(document, [], this.compilePattern);
  }

  private get plain(): Ajv2020 {
    this.plainAjv ??= this.ajv(false);
    return this.plainAjv;
  }

  private ajv(coerceTypes: AjvOptions['coerceTypes']): Ajv2020 {
    return ajvFor(this.document, { coerceTypes, compilePattern: this.compilePattern });
  }

  /** The validator of the schema at `pointer`; it reports every problem. */
  at(pointer: string): ValidateFunction {
    return this.memoized(plainKey(pointer), () =>
      this.tolerant(pointer, () => this.plain.compile({ $ref: referenceTo(pointer) })),
    );
  }

  /**
   * As `at`, for values that travel as text (parameters): `"5"` is a number where one is expected. The validator takes
   * `{ value }` and puts the converted value in its place.
   */
  coercingAt(pointer: string): ValidateFunction {
    return this.memoized(coercingKey(pointer), () =>
      this.tolerant(pointer, () => {
        this.coercing ??= this.ajv('array');
        return this.coercing.compile(holderSchema(this.document, pointer));
      }),
    );
  }

  /**
   * The problems of a value, as sentences; empty when it is valid.
   *
   * @param validator one of this object's
   * @param root the name of the value itself, such as `body`
   */
  problems(validator: ValidateFunction, value: unknown, root: string): Problem[] {
    if (validator(value)) return [];
    const errors = explainUnions(validator.errors ?? [], (schema, data) => this.errorsAgainst(schema, data));
    return problemsOf(errors, root, (schema) => followSchema(this.document, schema) ?? schema);
  }

  private errorsAgainst(schema: object, value: unknown): ErrorObject[] | undefined {
    this.pointers ??= pointersOf(this.document);
    const pointer = this.pointers.get(schema);
    if (pointer === undefined) return undefined;
    const validator = this.at(pointer);
    return validator(value) ? [] : [...(validator.errors ?? [])];
  }

  /** A schema that can't be compiled, such as `type: file`, constrains nothing: one mistake must not stop a whole document. */
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

/** The keys of precompiled validators. */
export const plainKey = (pointer: string): string => `= ${pointer}`;
export const coercingKey = (pointer: string): string => `~ ${pointer}`;

/** The schema of `{ value }` where the value is a text form of what the schema at `pointer` describes. */
export function holderSchema(document: OpenApiDocument, pointer: string): object {
  return { properties: { value: textSchemaAt(document, pointer) } };
}

/** A text such as `1` is a number and a text: of alternatives for it one must fit, not exactly one. */
function textSchemaAt(document: OpenApiDocument, pointer: string): object {
  const start = (valueAt(document, pointer) ?? {}) as SchemaObject;
  const target = typeof start === 'object' ? follow(document, { pointer, value: start }) : undefined;
  if (!target?.value.oneOf) return { $ref: referenceTo(target?.pointer ?? pointer) };
  const branches = target.value.oneOf.map((_, index) => `${target.pointer}/oneOf/${index}`);
  return { anyOf: branches.map((branch) => ({ $ref: referenceTo(branch) })) };
}
