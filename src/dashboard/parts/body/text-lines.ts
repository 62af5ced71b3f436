/** A text as lines, with the place at which its syntax is broken. */
import { byLine, type JsonLine, type JsonToken, type PlacedProblem } from './json-lines.js';

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
