/**
 * Validators that the build has compiled: Ajv takes longer to load and to compile this
 * document's schemas than everything else before the first response. They are used only while the document is unchanged.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { digestOf } from './precompiled-data.js';
import { valueAt } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';
import type { FindValidator, ValidateFunction } from '../validation/schema-validator.js';

/** The exports of the module that the build writes; its code needs only Ajv's small run-time parts. */
export interface PrecompiledValidators {
  /** Digest of the document's file. */
  readonly sources: string;
  readonly groups: readonly ValidatorGroup[];
}

/** Validators that are made together, when the first of them is needed. */
export interface ValidatorGroup {
  readonly keys: readonly string[];
  /** @param at finds a schema of the document, so that errors refer to the document's own objects */
  readonly make: (at: (pointer: string) => unknown) => Readonly<Record<string, ValidateFunction>>;
}

/**
 * Undefined without a build, or when the document has changed since.
 *
 * @param module the module that the build wrote
 */
export function precompiledValidators(
  module: URL,
  file: string,
  document: OpenApiDocument,
): FindValidator | undefined {
  const path = fileURLToPath(module);
  if (!existsSync(path)) return undefined;
  const { sources, groups } = createRequire(import.meta.url)(path) as PrecompiledValidators;
  if (sources !== digestOf([file])) return undefined;
  return findIn(groups, (pointer) => valueAt(document, pointer));
}

/** @param at finds a schema of the document */
export function findIn(groups: readonly ValidatorGroup[], at: (pointer: string) => unknown): FindValidator {
  const groupOf = new Map(groups.flatMap((group) => group.keys.map((key) => [key, group])));
  const made = new Map<ValidatorGroup, Readonly<Record<string, ValidateFunction>>>();
  return (key) => {
    const group = groupOf.get(key);
    if (!group) return undefined;
    const validators = made.get(group) ?? group.make(at);
    made.set(group, validators);
    return validators[key];
  };
}
