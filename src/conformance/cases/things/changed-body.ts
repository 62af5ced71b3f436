import { isDeepStrictEqual } from 'node:util';
import { toPointer, valueAt } from '../../../contract/json-pointer.js';
import { isObject } from '../../../contract/schema/json-equal.js';
import { withValue } from '../other-texts.js';

/** A place of a body at which a target wants another value than the usual one, or none. */
export interface BodyChange {
  readonly path: readonly string[];
  readonly from: unknown;
  /** Undefined where the field is left out. */
  readonly to: unknown;
}

/** What leads from one body to another. Lists are changed as a whole. */
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
    if (!isUsual || isLeftAlone(pointer)) return changing;
    return to === undefined ? withoutField(changing, path) : withField(changing, path, to);
  }, body);
}

/** A copy without a field. */
export function withoutField(root: unknown, path: readonly string[]): unknown {
  const parent = valueAt(root, toPointer(path.slice(0, -1)));
  if (!isObject(parent)) return root;
  const left = Object.fromEntries(Object.entries(parent).filter(([name]) => name !== path.at(-1)));
  return withValue(root, path.slice(0, -1), left);
}

function withField(root: unknown, path: readonly string[], value: unknown): unknown {
  const parent = valueAt(root, toPointer(path.slice(0, -1)));
  if (!isObject(parent)) return root;
  return withValue(root, path.slice(0, -1), { ...parent, [path.at(-1) ?? '']: value });
}
