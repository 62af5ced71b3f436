import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Data that the build has read, checked and written down as JSON, so that a start need not parse and check it again. It
 * counts only while its sources are still those of the build, byte for byte.
 */
interface Precompiled<Content> {
  readonly sources: string;
  readonly content: Content;
}

/**
 * What the build made of source files; undefined when it made nothing or a source has changed since. Its type is the
 * caller's to know: what was precompiled was made by the same code.
 *
 * @param file where the build put it
 * @param sources paths of the files that it was made of
 */
export function readPrecompiled(file: URL, sources: readonly string[]): unknown {
  if (!existsSync(file)) return undefined;
  const precompiled = JSON.parse(readFileSync(file, 'utf8')) as Precompiled<unknown>;
  return precompiled.sources === digestOf(sources) ? precompiled.content : undefined;
}

/** Writes down what was made of source files, for `readPrecompiled`. */
export function writePrecompiled(file: URL, sources: readonly string[], content: unknown): void {
  writeFileSync(file, JSON.stringify({ sources: digestOf(sources), content } satisfies Precompiled<unknown>));
}

/** Of the files' bytes, one after the other. */
export function digestOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const bytes = readFileSync(source);
    hash.update(`${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
