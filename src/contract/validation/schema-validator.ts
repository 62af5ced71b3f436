import type { Ajv2020 } from 'ajv/dist/2020.js';
import { ajvFor, referenceTo } from './document-ajv.js';
import { fromPointer, toPointer, valueAt } from '../json-pointer.js';
import { explainUnions } from './nearest-branch.js';
import type { OpenApiDocument, SchemaObject } from '../openapi.js';
import { problemsOf } from './problem-text.js';
import type { Problem } from './problem-text.js';
import type { ErrorObject, ValidateFunction } from './validate-function.js';

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
  private readonly compiled: Map<string, ValidateFunction>;
  /** Schemas that were needed and make no sense. */
  readonly unusable: UnusableSchema[] = [];
  private plainAjv: Ajv2020 | undefined;
  private coercing: Ajv2020 | undefined;
  private pointers: Map<object, string> | undefined;

  /** @param ready validators that the build has compiled, by their keys */
  constructor(
    private readonly document: OpenApiDocument,
    ready: Iterable<readonly [string, ValidateFunction]> = [],
  ) {
    this.compiled = new Map(ready);
  }

  private get plain(): Ajv2020 {
    this.plainAjv ??= ajvFor(this.document, { coerceTypes: false });
    return this.plainAjv;
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
        this.coercing ??= ajvFor(this.document, { coerceTypes: 'array' });
        return this.coercing.compile(holderSchema(this.document, pointer));
      }),
    );
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

/** By what a validator that was compiled before is found. */
export const plainKey = (pointer: string): string => `= ${pointer}`;
export const coercingKey = (pointer: string): string => `~ ${pointer}`;

/** The schema of `{ value }` where the value is a text that stands for what the schema at `pointer` describes. */
export function holderSchema(document: OpenApiDocument, pointer: string): object {
  return { properties: { value: textSchemaAt(document, pointer) } };
}

/** A text such as `1` is a number and a text: of alternatives for it one must fit, not exactly one. */
function textSchemaAt(document: OpenApiDocument, pointer: string): object {
  const schema = valueAt(document, pointer) as SchemaObject | undefined;
  if (schema?.$ref !== undefined) return textSchemaAt(document, toPointer(fromPointer(schema.$ref)));
  if (!schema?.oneOf) return { $ref: referenceTo(pointer) };
  return { anyOf: schema.oneOf.map((_, index) => ({ $ref: referenceTo(`${pointer}/oneOf/${index}`) })) };
}

/** Where each object of the document stands; made only when a union has to be explained. */
export function pointersOf(root: object): Map<object, string> {
  const pointers = new Map<object, string>();
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null || pointers.has(value)) return;
    pointers.set(value, toPointer(path));
    for (const [key, child] of Object.entries(value)) visit(child, [...path, key]);
  };
  visit(root, []);
  return pointers;
}
