import type { Ajv2020 } from 'ajv/dist/2020.js';
import { ajvFor, referenceTo } from './document-ajv.js';
import { pointersOf } from '../document/pointers-of.js';
import { explainUnions } from './nearest-branch.js';
import { OneWayProperties } from './one-way-properties.js';
import type { OneWay } from './one-way-properties.js';
import type { OpenApiDocument } from '../openapi.js';
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

/** How values of a schema are validated. */
interface Variant {
  /** Whether values travel as text. */
  readonly asText: boolean;
  /** The properties that need not be there. */
  readonly optional: OneWay | undefined;
}

const plain: Variant = { asText: false, optional: undefined };

/**
 * Validators for any schema of a document, found by JSON pointer. The document itself is the root schema, so `$ref`s,
 * circular ones too, mean what they mean there. Each schema is compiled once, when it is first needed.
 */
export class SchemaValidators {
  private readonly compiled: Map<string, ValidateFunction>;
  /** Schemas that were needed and can't be compiled. */
  readonly unusable: UnusableSchema[] = [];
  private readonly ajvs = new Map<string, Ajv2020>();
  private readonly oneWay = new Map<OneWay, OneWayProperties>();
  private readonly variants = new WeakMap<ValidateFunction, Variant>();
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

  /** The validator of the schema at `pointer`; it reports every problem. */
  at(pointer: string): ValidateFunction {
    return this.memoized(plainKey(pointer), pointer, plain, () => ({ $ref: referenceTo(pointer) }));
  }

  /** As `at`, but properties of the other direction are not required: `readOnly` ones in a request. */
  oneWayAt(pointer: string, optional: OneWay): ValidateFunction {
    const key = `${optional} ${pointer}`;
    const known = this.compiled.get(key);
    if (known) return known;
    const isNeeded = this.propertiesOf(optional).isIn({ $ref: pointer });
    const variant = { asText: false, optional };
    const validator = isNeeded
      ? this.memoized(key, pointer, variant, () => ({ $ref: referenceTo(pointer) }))
      : this.at(pointer);
    this.compiled.set(key, validator);
    return validator;
  }

  /**
   * As `at`, for values that travel as text (parameters): `"5"` is a number where one is expected. The validator takes
   * `{ value }` and puts the converted value in its place.
   */
  coercingAt(pointer: string): ValidateFunction {
    const variant = { asText: true, optional: undefined };
    return this.memoized(coercingKey(pointer), pointer, variant, () => holderSchema(pointer));
  }

  /** As `coercingAt`, for the fields of a form, in a request. */
  formAt(pointer: string): ValidateFunction {
    const optional = this.propertiesOf('readOnly').isIn({ $ref: pointer }) ? 'readOnly' : undefined;
    return this.memoized(`form ${pointer}`, pointer, { asText: true, optional }, () => holderSchema(pointer));
  }

  /**
   * The problems of a value, as sentences; empty when it is valid.
   *
   * @param validator one of this object's
   * @param root the name of the value itself, such as `body`
   */
  problems(validator: ValidateFunction, value: unknown, root: string): Problem[] {
    if (validator(value)) return [];
    const variant = this.variants.get(validator);
    const errors = explainUnions(validator.errors ?? [], (schema, data) =>
      this.errorsAgainst(schema, data, variant?.optional),
    );
    return problemsOf(errors, root, (schema) => followSchema(this.document, schema) ?? schema);
  }

  private errorsAgainst(
    schema: object,
    value: unknown,
    optional: OneWay | undefined,
  ): ErrorObject[] | undefined {
    this.pointers ??= pointersOf(this.document);
    const pointer = this.pointers.get(schema);
    if (pointer === undefined) return undefined;
    const validator = optional ? this.oneWayAt(pointer, optional) : this.at(pointer);
    return validator(value) ? [] : [...(validator.errors ?? [])];
  }

  private propertiesOf(direction: OneWay): OneWayProperties {
    const known = this.oneWay.get(direction) ?? new OneWayProperties(this.document, direction);
    this.oneWay.set(direction, known);
    return known;
  }

  private ajvOf({ asText, optional }: Variant): Ajv2020 {
    const key = `${asText} ${optional ?? ''}`;
    const known = this.ajvs.get(key);
    if (known) return known;
    const ajv = ajvFor(this.document, {
      coerceTypes: asText && 'array',
      compilePattern: this.compilePattern,
    });
    if (optional) this.propertiesOf(optional).relax(ajv);
    this.ajvs.set(key, ajv);
    return ajv;
  }

  private memoized(key: string, pointer: string, variant: Variant, schema: () => object): ValidateFunction {
    let validator = this.compiled.get(key);
    if (!validator) {
      validator = this.tolerant(pointer, () => this.ajvOf(variant).compile(schema()));
      this.compiled.set(key, validator);
      this.variants.set(validator, variant);
    }
    return validator;
  }

  /** A schema that can't be compiled, such as `type: file`, constrains nothing: one mistake must not stop a whole document. */
  private tolerant(pointer: string, compile: () => ValidateFunction): ValidateFunction {
    try {
      return compile();
    } catch (cause) {
      this.unusable.push({ pointer, reason: (cause as Error).message });
      return this.ajvOf(plain).compile({});
    }
  }
}

/** The keys of precompiled validators. */
export const plainKey = (pointer: string): string => `= ${pointer}`;
export const coercingKey = (pointer: string): string => `~ ${pointer}`;

/** The schema of `{ value }` where the value is a text form of what the schema at `pointer` describes. */
export function holderSchema(pointer: string): object {
  return { properties: { value: { $ref: referenceTo(pointer) } } };
}
