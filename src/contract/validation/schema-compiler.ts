import type { OpenApiDocument } from '../openapi.js';
import type { OneWayProperties } from './one-way-properties.js';
import type { ValidateFunction } from './validate-function.js';

/** A way to validate values of a schema. */
export interface Variant {
  /** True if values travel as text: then the validator takes `{ value }`, and puts the converted value in its place. */
  readonly asText: boolean;
  /** The properties that need not be there; undefined where all that are required must. */
  readonly optional: OneWayProperties | undefined;
}

/**
 * Compiles the schema at a JSON pointer of one document. Ajv does it in a module of its own (ajv-compiler.ts): where all validators
 * are precompiled, as in a browser, it is never loaded.
 *
 * @throws Error where it can't be compiled
 */
export type CompileSchema = (pointer: string, variant: Variant) => ValidateFunction;

export type CompilerFor = (document: OpenApiDocument) => CompileSchema;

/** The key of a precompiled validator. */
export function validatorKey(pointer: string, { asText, optional }: Variant): string {
  return `${asText ? '~' : '='}${optional?.direction ?? ''} ${pointer}`;
}
