import type { Operation } from '../contract/operations.js';
import { isObject } from '../contract/schema/json-equal.js';
import { parametersOf, plainName } from './resources/paths.js';

/** The parameters of a request's path, by name. */
export type PathValues = Readonly<Record<string, unknown>>;

/**
 * The value with the parameters of the path in it: `GET /things/7` gives id 7. A parameter is echoed in the property of the same
 * name, and the last one, such as `thingId`, by `id` where there is no other.
 *
 * @param accepts whether the schema accepts a changed value; else it stays as it is
 */
export function withPathValues(
  value: unknown,
  { path }: Operation,
  values: PathValues,
  accepts: (changed: unknown) => boolean,
): unknown {
  const names = parametersOf(path);
  const wrapper = soleObjectOf(value);
  if (names.length === 0 || !isObject(value)) return value;
  let current: Readonly<Record<string, unknown>> = value;
  const last = path.endsWith('}') ? names.at(-1) : undefined;
  for (const name of names) {
    const asked = values[name];
    if (typeof asked !== 'string' && typeof asked !== 'number') continue;
    const inside = wrapper === undefined ? undefined : (current[wrapper] as Record<string, unknown>);
    const outer = said(current, name, name === last, asked);
    const inner = inside && !outer && said(inside, name, name === last, asked);
    const changed = outer ?? (inner && wrapper !== undefined ? { ...current, [wrapper]: inner } : undefined);
    if (changed && accepts(changed)) current = changed;
  }
  return current;
}

/** The name of the one object in an object, such as `data`. */
function soleObjectOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const names = Object.keys(value).filter((name) => isObject(value[name]));
  return names.length === 1 ? names[0] : undefined;
}

/** The object with the parameter in it; undefined where no property is meant. */
function said(
  object: Readonly<Record<string, unknown>>,
  name: string,
  isLast: boolean,
  asked: string | number,
): Readonly<Record<string, unknown>> | undefined {
  const wanted = plainName(name);
  const names = Object.keys(object);
  const same = names.find((one) => plainName(one) === wanted);
  const id = isLast && wanted.endsWith('id') ? names.find((one) => one === 'id' || one === '_id') : undefined;
  const property = same ?? id;
  const value = property === undefined ? undefined : likewise(object[property], asked);
  return property === undefined || value === undefined ? undefined : { ...object, [property]: value };
}

/** The parameter as the type that the property has. */
function likewise(before: unknown, asked: string | number): unknown {
  if (typeof before === 'string') return String(asked);
  const number = Number(asked);
  return typeof before === 'number' && asked !== '' && Number.isFinite(number) ? number : undefined;
}
