import { existsSync } from 'node:fs';
import { OptionError } from '../option-error.js';

/** A document to serve: where it lies, and the path prefix of its operations. */
export interface SpecSource {
  /** A path, or an http or https address. */
  readonly location: string;
  /** Such as `/billing`; empty for the root. */
  readonly prefix: string;
}

/**
 * Reads `FILE`, `URL`, `PREFIX=FILE` or `PREFIX=URL`. A file whose name has an equals sign is meant where there is one.
 *
 * @throws OptionError
 */
export function readSpecSource(text: string): SpecSource {
  const at = text.indexOf('=');
  if (at === -1 || isAddress(text) || existsSync(text)) return { location: text, prefix: '' };
  const prefix = text
    .slice(0, at)
    .replace(/\/+$/, '')
    .replace(/^(?=[^/])/, '/');
  const location = text.slice(at + 1);
  if (/^(\/[\w.~-]+)*$/.test(prefix) && location !== '') return { location, prefix };
  throw new OptionError(
    `The document must be FILE or PREFIX=FILE such as /billing=billing.yaml, got ${JSON.stringify(text)}.`,
  );
}

export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location);
}
