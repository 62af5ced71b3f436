import { toPointer } from '../../../contract/json-pointer.js';
import type { Body } from '../../control/control-types.js';

/** `spot` is the character at which a syntax breaks. */
type TokenKind = 'key' | 'string' | 'number' | 'word' | 'mark' | 'spot';

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** A line of a body as it is shown, with the problems beside it. */
export interface BodyLine {
  readonly depth: number;
  tokens: readonly Token[];
  /** JSON pointer of the value that begins here; undefined on a line of a text, and on one that only closes a value. */
  readonly pointer: string | undefined;
  readonly problems: PlacedProblem[];
}

export interface PlacedProblem {
  readonly pointer: string;
  readonly text: string;
}

const maxDepth = 100;

/** The lines of a body: JSON by its structure, anything else as text. */
export function bodyLines(body: Body, problems: readonly PlacedProblem[]): readonly BodyLine[] {
  return 'json' in body ? jsonLines(body.json, problems) : textLines(body.text ?? '', problems);
}

/**
 * The lines of a JSON value, two blanks to a level if they were text. A problem is at the line of its value, or of the nearest
 * value around it where that is missing.
 */
export function jsonLines(value: unknown, problems: readonly PlacedProblem[] = []): readonly BodyLine[] {
  const lines: BodyLine[] = [];
  append(lines, value, { depth: 0, pointer: '', before: [], comma: false });
  const byPointer = new Map(lines.map((line) => [line.pointer, line]));
  for (const problem of problems) {
    let around = problem.pointer;
    while (!byPointer.has(around)) around = around.slice(0, Math.max(0, around.lastIndexOf('/')));
    byPointer.get(around)?.problems.push(problem);
  }
  return lines;
}

interface Position {
  readonly depth: number;
  readonly pointer: string;
  /** The key of a field, with its colon. */
  readonly before: readonly Token[];
  readonly comma: boolean;
}

function append(lines: BodyLine[], value: unknown, position: Position): void {
  const { depth, pointer, before, comma } = position;
  const isNested = typeof value === 'object' && value !== null;
  const children = isNested && depth < maxDepth ? Object.entries(value) : undefined;
  const after = comma ? [mark(',')] : [];
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (children === undefined || children.length === 0) {
    const whole = children ? mark(open + close) : scalar(value);
    lines.push({ depth, pointer, tokens: [...before, whole, ...after], problems: [] });
    return;
  }
  lines.push({ depth, pointer, tokens: [...before, mark(open)], problems: [] });
  children.forEach(([key, child], index) => {
    append(lines, child, {
      depth: depth + 1,
      pointer: `${pointer}${toPointer([key])}`,
      before: Array.isArray(value) ? [] : [{ kind: 'key', text: JSON.stringify(key) }, mark(': ')],
      comma: index < children.length - 1,
    });
  });
  lines.push({ depth, pointer: undefined, tokens: [mark(close), ...after], problems: [] });
}

function scalar(value: unknown): Token {
  if (typeof value === 'object' && value !== null)
    return { kind: 'mark', text: Array.isArray(value) ? '[ … ]' : '{ … }' };
  const text = JSON.stringify(value);
  if (typeof value === 'string') return { kind: 'string', text };
  return { kind: typeof value === 'number' ? 'number' : 'word', text };
}

function mark(text: string): Token {
  return { kind: 'mark', text };
}

/** Line and column, both from 1, as problems of a body that is no JSON name them. */
const placePattern = / at line (\d+), column (\d+)$/;

/** The lines of a text, with a problem without a place at the first one. The character at which a problem stands is a token of its own. */
export function textLines(text: string, problems: readonly PlacedProblem[]): readonly BodyLine[] {
  const texts = text.split('\n');
  const lines = texts.map((line): BodyLine => ({
    depth: 0,
    pointer: undefined,
    tokens: [mark(line)],
    problems: [],
  }));
  for (const problem of problems) {
    const [, number = 1, column] = placePattern.exec(problem.text) ?? [];
    const index = Number(number) - 1;
    const line = lines[index];
    (line ?? lines.at(-1))?.problems.push(problem);
    if (line && column !== undefined) line.tokens = withSpot(texts[index] ?? '', Number(column) - 1);
  }
  return lines;
}

/** @param at the index of the character; behind the last one something is missing */
function withSpot(line: string, at: number): Token[] {
  return [
    mark(line.slice(0, at)),
    { kind: 'spot', text: line.slice(at, at + 1) || '␣' },
    mark(line.slice(at + 1)),
  ];
}
