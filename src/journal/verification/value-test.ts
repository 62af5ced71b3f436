import type { components } from '../../contract/generated/control-api.js';
import { isObject, jsonEqual } from '../../contract/schema/json-equal.js';
import { shown } from '../../contract/validation/problem-text.js';
import type { PatternSearch } from './pattern-search.js';

/**
 * A condition on a header, a query parameter or a value in a body: equal to a value, there or not, or a text with a pattern in it.
 */
export type ValueTest = string | number | boolean | null | readonly unknown[] | ObjectTest;
type ObjectTest = components['schemas']['ValueTest'];

/**
 * Says why a value fails a test, as the end of a sentence that begins with its place; undefined when it passes.
 *
 * @param value undefined for what is not there
 */
export function failureOf(test: ValueTest, value: unknown, patterns: PatternSearch): string | undefined {
  const { exists, pattern, equals }: ObjectTest = isObject(test) ? test : { equals: test };
  if (exists !== undefined) return existenceFailure(exists, value);
  if (pattern !== undefined) return patternFailure(pattern, value, patterns);
  if (jsonEqual(value, equals)) return undefined;
  return value === undefined ? `is missing, expected ${shown(equals)}` : differenceOf(value, equals);
}

function existenceFailure(expected: boolean, value: unknown): string | undefined {
  if ((value !== undefined) === expected) return undefined;
  return expected ? 'is missing, expected any value' : `is ${shown(value)}, expected nothing`;
}

function patternFailure(source: string, value: unknown, patterns: PatternSearch): string | undefined {
  if (typeof value !== 'string') {
    const got = value === undefined ? 'is missing' : `is ${shown(value)}`;
    return `${got}, expected a text with the pattern ${shown(source)}`;
  }
  const found = patterns.found(source, value);
  if (found === undefined)
    return `could not be searched: the pattern ${shown(source)} takes too long, make it simpler`;
  return found ? undefined : `is ${shown(value)}, expected a text with the pattern ${shown(source)}`;
}

/** Says of two values that are shown alike (both objects, say) that they differ all the same. */
export function differenceOf(value: unknown, wanted: unknown): string {
  const [got, expected] = [shown(value), shown(wanted)];
  return got === expected ? `is another than expected: ${got} too` : `is ${got}, expected ${expected}`;
}
