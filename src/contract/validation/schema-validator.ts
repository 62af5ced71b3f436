import { pointersOf } from '../document/walk-document.js';
import { PatternWorkError, type PatternWork } from '../patterns/pattern-work.js';
import { explainUnions } from './nearest-branch.js';
import { OneWayProperties, type OneWay } from './one-way-properties.js';
import type { OpenApiDocument } from '../openapi.js';
import { followSchema } from '../schema/resolve-schema.js';
import { problemsOf, type Problem } from './problem-text.js';
import { validatorKey, type CompileSchema, type CompilerFor, type Variant } from './schema-compiler.js';
import type { ErrorObject, ValidateFunction } from './validate-function.js';

export type { ErrorObject, ValidateFunction };

/** Finds a validator by its `validatorKey`; undefined where there is none. */
export type FindValidator = (key: string) => ValidateFunction | undefined;

const plain: Variant = { asText: false, optional: undefined };

/**
 * Validators for any schema of a document, found by JSON pointer. The document itself is the root schema, so `$ref`s,
 * circular ones too, mean what they mean there. Each schema is compiled once, when it is first needed.
 */
export class SchemaValidators {
  private readonly compiled = new Map<string, ValidateFunction>();
  /** Schemas that were needed and can't be compiled, and why. */
  readonly unusable: { readonly pointer: string; readonly reason: string }[] = [];
  private readonly oneWay: Readonly<Record<OneWay, OneWayProperties>>;
  /** True if a direction makes a difference to a schema, by both. */
  private readonly areOptional = new Map<string, boolean>();
  private readonly variants = new WeakMap<ValidateFunction, Variant>();
  private readonly compileSchema: CompileSchema | undefined;
  private pointers: Map<object, string> | undefined;

  /**
   * @param compilerFor makes what compiles schemas; undefined where every validator is precompiled
   * @param precompiled finds a precompiled validator by its key
   * @param patternWork the budget of the document's patterns; a value on which it is spent is not valid
   */
  constructor(
    private readonly document: OpenApiDocument,
    private readonly compilerFor: CompilerFor | undefined,
    private readonly precompiled: FindValidator = () => undefined,
    readonly patternWork?: PatternWork,
  ) {
    this.compileSchema = compilerFor?.(document);
    this.oneWay = {
      readOnly: new OneWayProperties(document, 'readOnly'),
      writeOnly: new OneWayProperties(document, 'writeOnly'),
    };
  }

  /** Validators of a variant of the document, compiled in the same way. */
  forVariant(document: OpenApiDocument): SchemaValidators {
    return new SchemaValidators(document, this.compilerFor, undefined, this.patternWork);
  }

  /** The validator of the schema at `pointer`; it reports every problem. */
  at(pointer: string): ValidateFunction {
    return this.validatorOf(pointer, plain);
  }

  /** As `at`, but properties of the other direction are not required: `readOnly` ones in a request. */
  oneWayAt(pointer: string, direction: OneWay): ValidateFunction {
    return this.validatorOf(pointer, { asText: false, optional: this.optionalIn(pointer, direction) });
  }

  /**
   * As `at`, for values that travel as text (parameters): `"5"` is a number where one is expected. The validator takes
   * `{ value }` and puts the converted value in its place.
   */
  coercingAt(pointer: string): ValidateFunction {
    return this.validatorOf(pointer, { asText: true, optional: undefined });
  }

  /** As `coercingAt`, for the fields of a form, in a request. */
  formAt(pointer: string): ValidateFunction {
    return this.validatorOf(pointer, { asText: true, optional: this.optionalIn(pointer, 'readOnly') });
  }

  /**
   * The problems of a value, as sentences; empty when it is valid.
   *
   * @param validator one of this object's
   * @param root the name of the value itself, such as `body`
   */
  problems(validator: ValidateFunction, value: unknown, root: string): Problem[] {
    const errors = this.errors(validator, value);
    if (errors.length === 0 || isWorkSpent(validator)) return problemsOf(errors, root);
    return problemsOf(errors, root, (schema) => followSchema(this.document, schema) ?? schema);
  }

  /**
   * The errors of a value, those of the nearest branch in place of a union's; empty when it is valid. `isWorkSpent` tells of the
   * validator whether they are whole.
   *
   * @param validator one of this object's
   */
  errors(validator: ValidateFunction, value: unknown): readonly ErrorObject[] {
    if (validator(value)) return [];
    const errors = validator.errors ?? [];
    if (isWorkSpent(validator)) return errors;
    const direction = this.variants.get(validator)?.optional?.direction;
    return explainUnions(errors, (schema, data) => this.errorsAgainst(schema, data, direction));
  }

  /** Undefined where the object is none of the document's, or was not precompiled. */
  private errorsAgainst(
    schema: object,
    value: unknown,
    direction: OneWay | undefined,
  ): ErrorObject[] | undefined {
    this.pointers ??= pointersOf(this.document);
    const pointer = this.pointers.get(schema);
    if (pointer === undefined) return undefined;
    const variant = { asText: false, optional: direction && this.optionalIn(pointer, direction) };
    if (!this.compileSchema && !this.precompiled(validatorKey(pointer, variant))) return undefined;
    const validator = this.validatorOf(pointer, variant);
    return validator(value) ? [] : [...(validator.errors ?? [])];
  }

  /** The properties that need not be there in a direction; undefined where that makes no difference to the schema. */
  private optionalIn(pointer: string, direction: OneWay): OneWayProperties | undefined {
    const properties = this.oneWay[direction];
    const key = `${direction} ${pointer}`;
    let isNeeded = this.areOptional.get(key);
    if (isNeeded === undefined) this.areOptional.set(key, (isNeeded = properties.isIn({ $ref: pointer })));
    return isNeeded ? properties : undefined;
  }

  private validatorOf(pointer: string, variant: Variant): ValidateFunction {
    const key = validatorKey(pointer, variant);
    const known = this.compiled.get(key);
    if (known) return known;
    const made = this.precompiled(key) ?? this.compile(pointer, variant);
    const validator = this.patternWork ? withinWork(made, this.patternWork) : made;
    this.compiled.set(key, validator);
    this.variants.set(validator, variant);
    return validator;
  }

  /**
   * A schema that can't be compiled, such as `type: file`, constrains nothing: one mistake must not stop a whole document.
   *
   * @throws Error where there is no compiler and the validator was not precompiled
   */
  private compile(pointer: string, variant: Variant): ValidateFunction {
    if (!this.compileSchema)
      throw new Error(
        `The compiled document has no validator of the schema at ${pointer}; compile it again with this version of Drydock.`,
      );
    try {
      return this.compileSchema(pointer, variant);
    } catch (cause) {
      this.unusable.push({ pointer, reason: (cause as Error).message });
      return (() => true) as unknown as ValidateFunction;
    }
  }
}

const spent: ErrorObject = {
  keyword: 'patternWork',
  instancePath: '',
  schemaPath: '#',
  params: {},
  message: "must take less work to match the document's patterns",
  schema: {},
  parentSchema: {},
};

/** A validator that finds a value wrong once the budget of the patterns is spent on it: what was not seen is not accepted. */
export function withinWork(validator: ValidateFunction, work: PatternWork): ValidateFunction {
  const within = (value: unknown): boolean => {
    work.enter();
    try {
      const isValid = validator(value);
      within.errors = validator.errors;
      return isValid;
    } catch (cause) {
      if (!(cause instanceof PatternWorkError)) throw cause;
      within.errors = [{ ...spent, data: value }];
      return false;
    }
  };
  within.errors = undefined as ErrorObject[] | null | undefined;
  return Object.assign(within, {
    schema: validator.schema,
    schemaEnv: validator.schemaEnv,
  }) as ValidateFunction;
}

/** Tells whether a validator gave up on its last value. */
export function isWorkSpent({ errors }: ValidateFunction): boolean {
  return errors?.[0]?.keyword === spent.keyword;
}
