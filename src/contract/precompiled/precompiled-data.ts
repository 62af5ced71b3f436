import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Data that the build has read, checked and written as JSON, so that a start need not parse and check it again. It
 * is used only while its sources are still those of the build, byte for byte.
 */
interface Precompiled<Content> {
  readonly sources: string;
  readonly content: Content;
}

/**
 * The precompiled data of source files; undefined without a build, or when a source has changed since. The caller knows
 * its type: the same code made it.
 *
 * @param file the file that the build wrote
 * @param sources paths of the source files
 */
export function readPrecompiled(file: URL, sources: readonly string[]): unknown {
  if (!existsSync(file)) return undefined;
  const precompiled = JSON.parse(readFileSync(file, 'utf8')) as Precompiled<unknown>;
  return precompiled.sources === digestOf(sources) ? precompiled.content : undefined;
}

/** Writes data made of source files, for `readPrecompiled`. */
export function writePrecompiled(file: URL, sources: readonly string[], content: unknown): void {
  writeFileSync(file, JSON.stringify({ sources: digestOf(sources), content } satisfies Precompiled<unknown>));
}

/** A digest of the concatenated files. */
export function digestOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const bytes = readFileSync(source);
    hash.update(`${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
