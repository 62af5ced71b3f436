import { shown } from '../../contract/validation/problem-text.js';

/** A value in a few characters, with its type in words: `200 (a number)`, `"200" (a text)`. The two look alike without. */
export function shownWithKind(value: unknown): string {
  const kind = kindOf(value);
  return isLiteral(value) ? `${shown(value)} (${kind})` : shown(value);
}

/** The JSON type of a value in words. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return kinds[typeof value] ?? 'an object';
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'a boolean',
};

function isLiteral(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A problem of a type or a constant, with the type of what came: `must be a number, got "10.5" (a text)`. */
export function kindAdded(problem: string): string {
  const [, literal] = ofType.exec(problem) ?? [];
  if (literal === undefined) return problem;
  return `${problem} (${kindOf(JSON.parse(literal))})`;
}

/** Values that look like the type that they should have: a text of digits, a bare number, true and false. */
const ofType =
  /must be (?:an? (?:string|number|integer|boolean)|true|false|"[^"]*"), got ("(?:-?\d[\d.]*|true|false|null)"|-?\d[\d.]*(?:e[+-]?\d+)?|true|false)$/;
