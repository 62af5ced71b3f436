import { isNestedDeeper, maxNesting } from '../../contract/json-nesting.js';

export type ParsedBody =
  | { readonly value: unknown }
  /** One sentence. */
  | { readonly problem: string }
  /** A text that is not JSON; `explainSyntax` says where it goes wrong. */
  | { readonly brokenText: string };

/** Keeps a byte order mark, which JSON may not begin with (RFC 8259 section 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Few bodies have so many brackets; one with fewer can't be nested too deep, and is not searched. */
const manyBrackets = new RegExp(`^(?:[^[{]*[[{]){${maxNesting + 1}}`);

/** Parses a JSON body (RFC 8259, UTF-8). */
export function parseJsonBody(bytes: Uint8Array): ParsedBody {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { problem: 'body must be JSON in UTF-8: it has bytes that are no UTF-8' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { brokenText: text };
  }
  if (manyBrackets.test(text) && isNestedDeeper(value, maxNesting))
    return { problem: `body must not be nested deeper than ${maxNesting} levels` };
  return { value };
}
