import type { ParseError } from 'jsonc-parser';

/**
 * Names the line and column where a text stops being JSON. JSON.parse says so only sometimes, and differently in each engine.
 * The parser that always does is loaded for the first such text, so that it costs the start nothing.
 *
 * @param text a text that JSON.parse refuses
 * @returns a sentence about the body
 */
export async function explainSyntax(text: string): Promise<string> {
  return `body must be JSON: ${await syntaxProblem(text)}`;
}

async function syntaxProblem(text: string): Promise<string> {
  if (text.startsWith('\uFEFF')) return 'it starts with a byte order mark';
  // This parser recurses and collects errors: a long or deeply nested text would overflow its stack.
  if (text.length > 100_000 || opensDeeper(text, 1000)) return 'its syntax is broken';
  const { parse, printParseErrorCode } = await import('./json-parser.js');
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (!first) return 'a character is not allowed there';
  const before = text.slice(0, first.offset);
  const line = before.split('\n').length;
  const column = first.offset - before.lastIndexOf('\n');
  return `${wording(printParseErrorCode(first.error))} at line ${line}, column ${column}`;
}

/** Tells whether brackets are nested deeper than this. Brackets inside strings count too, which does no harm. */
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
