import { isDeepStrictEqual } from 'node:util';
import { toPointer, valueAt } from '../../../contract/json-pointer.js';
import { isObject } from '../../../contract/schema/json-equal.js';
import { changed } from '../generate/body-nodes.js';

/** A place of a body at which a target wants another value than the usual one, or none. */
export interface BodyChange {
  readonly path: readonly string[];
  readonly from: unknown;
  /** Undefined where the field is left out. */
  readonly to: unknown;
}

/** The changes that lead from one body to another. Lists are changed as a whole. */
export function changesBetween(from: unknown, to: unknown, path: readonly string[] = []): BodyChange[] {
  if (isDeepStrictEqual(from, to)) return [];
  if (!isObject(from) || !isObject(to)) return [{ path, from, to }];
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names].flatMap((name) => changesBetween(from[name], to[name], [...path, name]));
}

/** The body with those changes whose places still have the usual value, and lie outside of those that are left alone. */
export function withChanges(
  body: unknown,
  changes: readonly BodyChange[],
  isLeftAlone: (pointer: string) => boolean,
): unknown {
  return changes.reduce<unknown>((changing, { path, from, to }) => {
    const pointer = toPointer(path);
    const isUsual = path.length > 0 && isDeepStrictEqual(valueAt(changing, pointer), from);
    const isThere = isObject(valueAt(changing, toPointer(path.slice(0, -1))));
    return isUsual && isThere && !isLeftAlone(pointer) ? changed(changing, path, to) : changing;
  }, body);
}
