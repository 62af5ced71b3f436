/**
 * Validators that the build has compiled, so that a start need not: Ajv takes longer to load and to compile this
 * document's schemas than everything else before the first answer. They count only while the document is that of the build.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { digestOf } from './frozen-data.js';
import { valueAt } from './json-pointer.js';
import type { OpenApiDocument } from './openapi.js';
import type { ValidateFunction } from './schema-validator.js';

/** Where the build puts them: a module whose code needs nothing but Ajv's small run-time parts. */
export const frozenValidators = new URL('validators.frozen.cjs', import.meta.url);

export interface FrozenValidators {
  /** Digest of the document's file. */
  readonly sources: string;
  /** @param at finds a schema of the document, so that errors speak of the document's own objects */
  readonly make: (at: (pointer: string) => unknown) => Readonly<Record<string, ValidateFunction>>;
}

/** Undefined when there was no build, or the document has changed since. */
export function thawValidators(
  file: string,
  document: OpenApiDocument,
): Iterable<readonly [string, ValidateFunction]> | undefined {
  const path = fileURLToPath(frozenValidators);
  if (!existsSync(path)) return undefined;
  const frozen = createRequire(import.meta.url)(path) as FrozenValidators;
  if (frozen.sources !== digestOf([file])) return undefined;
  return Object.entries(frozen.make((pointer) => valueAt(document, pointer)));
}
