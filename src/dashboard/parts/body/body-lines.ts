import { toPointer } from '../../../contract/json-pointer.js';

/** JSON as lines with the pointers of the values that they show, so that problems can be shown beside them. */

/** `spot` is the character at which a syntax breaks. */
export type TokenKind = 'key' | 'string' | 'number' | 'word' | 'mark' | 'spot';

export interface JsonToken {
  readonly kind: TokenKind;
  readonly text: string;
}

export interface JsonLine {
  readonly depth: number;
  readonly tokens: readonly JsonToken[];
  /** JSON pointer of the value that begins here; undefined on a line that only closes one. */
  readonly pointer: string | undefined;
}

const maxDepth = 100;

/** The lines of a JSON value, two blanks to a level if they were text. */
export function jsonLines(value: unknown): JsonLine[] {
  const lines: JsonLine[] = [];
  append(lines, value, { depth: 0, pointer: '', before: [], comma: false });
  return lines;
}

interface Position {
  readonly depth: number;
  readonly pointer: string;
  /** The key of a field, with its colon. */
  readonly before: readonly JsonToken[];
  readonly comma: boolean;
}

function append(lines: JsonLine[], value: unknown, position: Position): void {
  const { depth, pointer, before, comma } = position;
  const children = depth < maxDepth ? childrenOf(value) : undefined;
  const after = comma ? [mark(',')] : [];
  if (children === undefined) {
    lines.push({ depth, pointer, tokens: [...before, scalar(value), ...after] });
    return;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (children.length === 0) {
    lines.push({ depth, pointer, tokens: [...before, mark(open + close), ...after] });
    return;
  }
  lines.push({ depth, pointer, tokens: [...before, mark(open)] });
  children.forEach(([key, child], index) => {
    append(lines, child, {
      depth: depth + 1,
      pointer: `${pointer}${toPointer([key])}`,
      before: Array.isArray(value) ? [] : [{ kind: 'key', text: JSON.stringify(key) }, mark(': ')],
      comma: index < children.length - 1,
    });
  });
  lines.push({ depth, pointer: undefined, tokens: [mark(close), ...after] });
}

function childrenOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

function scalar(value: unknown): JsonToken {
  if (typeof value === 'object' && value !== null)
    return { kind: 'mark', text: Array.isArray(value) ? '[ … ]' : '{ … }' };
  const text = JSON.stringify(value);
  if (typeof value === 'string') return { kind: 'string', text };
  return { kind: typeof value === 'number' ? 'number' : 'word', text };
}

function mark(text: string): JsonToken {
  return { kind: 'mark', text };
}

export interface PlacedProblem {
  readonly pointer: string;
  readonly text: string;
}

/**
 * The line at which to show each problem: that of its value, or of the nearest value around it where that is missing.
 *
 * @returns problems by the index of a line
 */
export function placeProblems<P extends PlacedProblem>(
  lines: readonly JsonLine[],
  problems: readonly P[],
): ReadonlyMap<number, readonly P[]> {
  const indexes = new Map<string, number>();
  lines.forEach(({ pointer }, index) => {
    if (pointer !== undefined && !indexes.has(pointer)) indexes.set(pointer, index);
  });
  return byLine(problems, ({ pointer }) => nearestLine(indexes, pointer));
}

export function byLine<P>(problems: readonly P[], lineOf: (problem: P) => number): ReadonlyMap<number, P[]> {
  const placed = new Map<number, P[]>();
  for (const problem of problems)
    placed.set(lineOf(problem), [...(placed.get(lineOf(problem)) ?? []), problem]);
  return placed;
}

function nearestLine(indexes: ReadonlyMap<string, number>, pointer: string): number {
  for (let around = pointer; around !== ''; around = around.slice(0, around.lastIndexOf('/'))) {
    const index = indexes.get(around);
    if (index !== undefined) return index;
    if (!around.includes('/')) break;
  }
  return 0;
}

/** A text as lines, with the place at which its syntax is broken. */

/** Line and column, both from 1, as problems of a body that is no JSON name them. */
const placePattern = / at line (\d+), column (\d+)$/;

/** The lines of a text; the character at which a problem stands is a token of its own. */
export function textLines(text: string, problems: readonly PlacedProblem[]): JsonLine[] {
  const spots = new Map(
    problems.flatMap((problem) => spotOf(problem) ?? []).map(({ line, column }) => [line, column]),
  );
  return text.split('\n').map((line, index) => ({
    depth: 0,
    pointer: undefined,
    tokens: tokens(line, spots.get(index + 1)),
  }));
}

/** Problems by the index of their line: the first one where they name none. */
export function problemsByLine<P extends PlacedProblem>(
  lines: readonly JsonLine[],
  problems: readonly P[],
): ReadonlyMap<number, readonly P[]> {
  return byLine(problems, (problem) => Math.min(lines.length, spotOf(problem)?.line ?? 1) - 1);
}

function tokens(line: string, column: number | undefined): JsonToken[] {
  if (column === undefined) return [{ kind: 'mark', text: line }];
  const at = Math.min(column - 1, line.length);
  // Behind the last character something is missing.
  const spot = line.slice(at, at + 1) || '␣';
  return [
    { kind: 'mark', text: line.slice(0, at) },
    { kind: 'spot', text: spot },
    { kind: 'mark', text: line.slice(at + 1) },
  ];
}

function spotOf({ text }: PlacedProblem): { line: number; column: number } | undefined {
  const [, line, column] = placePattern.exec(text) ?? [];
  return line === undefined || column === undefined
    ? undefined
    : { line: Number(line), column: Number(column) };
}
