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
  /** Makers of validators, by its key: a mock needs few of them. */
  readonly makers: ReadonlyMap<string, MakeValidator>;
}

/** @param at finds a schema of the document, so that errors refer to the document's own objects */
export type MakeValidator = (at: (pointer: string) => unknown) => ValidateFunction;

/** Undefined without a build, or when the document has changed since. @param module the module that the build wrote */
export function precompiledValidators(
  module: URL,
  file: string,
  document: OpenApiDocument,
): FindValidator | undefined {
  const path = fileURLToPath(module);
  if (!existsSync(path)) return undefined;
  const { sources, makers } = createRequire(import.meta.url)(path) as PrecompiledValidators;
  if (sources !== digestOf([file])) return undefined;
  return (key) => makers.get(key)?.((pointer) => valueAt(document, pointer));
}
