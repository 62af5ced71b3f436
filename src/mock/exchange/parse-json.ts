import { isNestedDeeper, maxNesting } from '../../contract/json-nesting.js';

export type ParsedBody =
  | { readonly value: unknown }
  /** One sentence. */
  | { readonly problem: string }
  /** A text that is not JSON; `explainSyntax` says where it goes wrong. */
  | { readonly brokenText: string };

/** Keeps a byte order mark, which JSON may not begin with (RFC 8259 section 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether a body has as many brackets as one that is nested too deep; few have, and only they are walked. */
function hasManyBrackets(bytes: Uint8Array): boolean {
  let count = 0;
  for (const bracket of [0x5b, 0x7b])
    for (let at = bytes.indexOf(bracket); at !== -1; at = bytes.indexOf(bracket, at + 1)) {
      count += 1;
      if (count > maxNesting) return true;
    }
  return false;
}

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
  if (hasManyBrackets(bytes) && isNestedDeeper(value, maxNesting))
    return { problem: `body must not be nested deeper than ${maxNesting} levels` };
  return { value };
}
