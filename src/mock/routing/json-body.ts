import { isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';
import type { ParseError } from 'jsonc-parser';
import { isNestedDeeper, maxNesting } from '../../contract/json-nesting.js';

const require = createRequire(import.meta.url);

export type ParsedBody = { readonly value: unknown } | { readonly problem: string };

/**
 * Parses a JSON body (RFC 8259, UTF-8).
 *
 * @returns the value, or one sentence that says what is wrong and where
 */
export function parseJsonBody(bytes: Uint8Array): ParsedBody {
  if (!isUtf8(bytes)) return { problem: 'body must be JSON in UTF-8: it has bytes that are no UTF-8' };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: `body must be JSON: ${syntaxProblem(text)}` };
  }
  if (isNestedDeeper(value, maxNesting))
    return { problem: `body must not be nested deeper than ${maxNesting} levels` };
  return { value };
}

/** What JSON.parse found wrong, with line and column, from a parser that tells. */
function syntaxProblem(text: string): string {
  if (text.startsWith('\uFEFF')) return 'it starts with a byte order mark';
  const { parse, printParseErrorCode } = require('jsonc-parser') as typeof import('jsonc-parser');
  const errors: ParseError[] = [];
  // This parser recurses, and collects errors, so a long or deeply nested text would cost it its stack.
  if (text.length > 100_000 || opensDeeper(text, 1000)) return 'its syntax is broken';
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (!first) return 'a character is not allowed there';
  const before = text.slice(0, first.offset);
  const line = before.split('\n').length;
  const column = first.offset - before.lastIndexOf('\n');
  return `${wording(printParseErrorCode(first.error))} at line ${line}, column ${column}`;
}

/** Whether brackets are nested deeper than this; those inside strings are counted too, which does no harm. */
function opensDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > levels) return true;
  }
  return false;
}

/** `CloseBraceExpected` → `close brace expected`. */
function wording(code: string): string {
  return code
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}
