import { fromPointer, toPointer } from '../json-pointer.js';
import type { ErrorObject, ValidateFunction } from './validate-function.js';
import { nearest } from '../nearest-names.js';
import type { SchemaObject } from '../openapi.js';

/** One problem of a value: where it is, and a sentence with the field, what was expected and the value. */
export interface Problem {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly text: string;
}

/** The schema behind a `$ref`, or the schema itself. */
export type ResolveSchema = (schema: SchemaObject) => SchemaObject;

/** Beyond this many problems one more string counts the rest, so that a response stays readable. */
export const maxProblems = 1000;
/** Validation stops after this many of Ajv's errors, several of which may be one problem. */
export const maxErrors = 5000;

/**
 * Turns Ajv's errors into problems: one for each field, and a wrong type is not reported again as a wrong value.
 *
 * @param errors Ajv's errors, made with `allErrors` and `verbose`
 * @param root the name of the value itself, such as `body`
 * @param resolve follows a schema's `$ref`
 */
export function problemsOf(
  errors: readonly ErrorObject[],
  root: string,
  resolve: ResolveSchema = (schema) => schema,
): Problem[] {
  const byPointer = new Map<string, { error: ErrorObject; rank: number }>();
  for (const error of errors) {
    const pointer = pointerOf(error);
    const rank = rankOf(error);
    const known = byPointer.get(pointer);
    if (!known || rank < known.rank) byPointer.set(pointer, { error, rank });
  }
  const problems = [...byPointer]
    .slice(0, maxProblems)
    .map(([pointer, { error }]) => ({ pointer, text: textOf(error, pointer, root, resolve) }));
  const left = byPointer.size - problems.length;
  if (left === 0) return problems;
  const least = errors.length < maxErrors ? '' : 'at least ';
  return [...problems, { pointer: '', text: `${root} has ${least}${left} more problems` }];
}

/** `/box_dimension/0/weight` → `box_dimension[0].weight`; the value itself is `root`. */
export function fieldPath(pointer: string, root: string): string {
  const path = fromPointer(pointer)
    .map((segment) => {
      if (/^\d+$/.test(segment)) return `[${segment}]`;
      return /^[\w-]{1,60}$/.test(segment) ? `.${segment}` : `[${shown(segment)}]`;
    })
    .join('');
  if (path === '') return root;
  return path.startsWith('.') ? path.slice(1) : `${root}${path}`;
}

/** A value in a few characters: texts quoted and truncated, arrays and objects only by kind. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number too large to hold';
  if (typeof value !== 'string') return JSON.stringify(value);
  return printable(JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value));
}

/** Escapes control characters that JSON leaves as they are, and bidirectional marks: both would act on a terminal. */
function printable(text: string): string {
  return text.replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The pointer of the value that an error is about: of a missing or unknown field itself, not of its parent. */
export function pointerOf(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  const field = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof field !== 'string') return error.instancePath;
  return `${error.instancePath}${toPointer([field])}`;
}

const ranks = [
  'false schema',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'type',
  'const',
  'enum',
];

function rankOf(error: ErrorObject): number {
  const rank = ranks.indexOf(error.keyword);
  return rank === -1 ? ranks.length : rank;
}

/** The sentence for one error: "must be greater than 0, got -2". */
function textOf(error: ErrorObject, pointer: string, root: string, resolve: ResolveSchema): string {
  const field = fieldPath(pointer, root);
  const schema = (error.parentSchema ?? {}) as SchemaObject;
  if (error.keyword === 'required')
    return `${field} is required and must be ${expectedOfMissing(error, schema, resolve)}, got nothing`;
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    return `${field} is not a known field${suggestion(pointer, schema)}`;
  }
  if (error.keyword === 'false schema') return `${field} must not be given`;
  const isCounted = error.keyword === 'minItems' || error.keyword === 'maxItems';
  const got = isCounted ? String((error.data as unknown[]).length) : shown(error.data);
  return `${field} ${expectation(error, schema)}, got ${got}`;
}

function expectedOfMissing(error: ErrorObject, schema: SchemaObject, resolve: ResolveSchema): string {
  const name = (error.params as { missingProperty: string }).missingProperty;
  const property = schema.properties?.[name];
  return typeof property === 'object' ? nounOf(resolve(property)) : 'given';
}

/** `an array`, `a number`: what a schema expects, in two words. */
function nounOf(schema: SchemaObject): string {
  if (schema['x-expected'] !== undefined) return schema['x-expected'];
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0) return 'given';
  return types
    .map((type) => (type === 'null' ? 'null' : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`))
    .join(' or ');
}

const expectations: Record<string, (limit: number, schema: SchemaObject) => string> = {
  exclusiveMinimum: (limit) => `must be greater than ${limit}`,
  // Both may stand for one bound, of which a specification states a part.
  minimum: (limit, schema) =>
    schema.exclusiveMinimum === limit ? `must be greater than ${limit}` : `must be ${limit} or more`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  maximum: (limit) => `must be ${limit} or less`,
  minLength: (limit) => (limit === 1 ? 'must not be empty' : `must have ${limit} characters or more`),
  maxLength: (limit) => `must have at most ${limit === 1 ? 'one character' : `${limit} characters`}`,
  minItems: (limit) => `must have ${limit === 1 ? 'at least one element' : `${limit} elements or more`}`,
  maxItems: (limit) => `must have at most ${limit === 1 ? 'one element' : `${limit} elements`}`,
  minProperties: (limit) => `must have ${limit === 1 ? 'at least one field' : `${limit} fields or more`}`,
  maxProperties: (limit) => `must have at most ${limit === 1 ? 'one field' : `${limit} fields`}`,
};

function expectation(error: ErrorObject, schema: SchemaObject): string {
  const params = error.params as Record<string, unknown>;
  const withLimit = expectations[error.keyword];
  if (withLimit) return withLimit(params.limit as number, schema);
  if (error.keyword === 'type') return `must be ${nounOf({ type: params.type as string })}`;
  if (schema['x-expected'] !== undefined) return `must be ${schema['x-expected']}`;
  if (error.keyword === 'enum') return `must be ${listed(params.allowedValues as unknown[])}`;
  if (error.keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  if (error.keyword === 'format') return `must be a valid ${String(params.format)}`;
  if (error.keyword === 'multipleOf') return `must be a multiple of ${String(params.multipleOf)}`;
  return error.message ?? `must satisfy ${error.keyword}`;
}

function listed(values: readonly unknown[]): string {
  const texts = values.slice(0, 12).map((value) => JSON.stringify(value));
  const more = values.length > texts.length ? [`${values.length - texts.length} more`] : [];
  const all = [...texts, ...more];
  return all.length === 1 ? (all[0] ?? '') : `one of ${all.slice(0, -1).join(', ')} or ${all.at(-1) ?? ''}`;
}

/** "; did you mean rate_id?" for a field one slip away from a known one. */
function suggestion(pointer: string, schema: SchemaObject): string {
  const name = fromPointer(pointer).at(-1) ?? '';
  const near = nearest(name, Object.keys(schema.properties ?? {}), 1)[0];
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/**
 * Lists how a value breaks the schema of scenario files.
 *
 * @param accepts the schema's validator
 * @param root the name of the value itself
 */
export function schemaProblems(accepts: ValidateFunction, content: unknown, root: string): Problem[] {
  return accepts(content) ? [] : problemsOf(accepts.errors ?? [], root);
}
