import type { ParseError } from 'jsonc-parser';

/**
 * Where a text stops being JSON, with line and column: JSON.parse says it only sometimes, and differently in each engine.
 * The parser that does is loaded for the first such text; a start should not pay for it.
 *
 * @param text one that JSON.parse has refused
 * @returns a sentence about the body
 */
export async function explainSyntax(text: string): Promise<string> {
  return `body must be JSON: ${await syntaxProblem(text)}`;
}

async function syntaxProblem(text: string): Promise<string> {
  if (text.startsWith('\uFEFF')) return 'it starts with a byte order mark';
  // This parser recurses, and collects errors, so a long or deeply nested text would cost it its stack.
  if (text.length > 100_000 || opensDeeper(text, 1000)) return 'its syntax is broken';
  const { parse, printParseErrorCode } = await import('jsonc-parser');
  const errors: ParseError[] = [];
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
