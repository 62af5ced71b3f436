/** Tells whether two JSON values are the same; the order of fields does not count. */
export function jsonEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && jsonEqual(one[name], other[name]))
  );
}

/** A text that is the same for equal values, whatever the order of their fields. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isContainer(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`).join()}}`;
}

/** Tells whether a value is an object or an array. */
export function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Tells whether a value is an object, and no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value);
}

/** The members of an object; none for another value. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Tells whether a value is a list of texts. */
export function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** The maximum nesting of arrays and objects in a JSON body; the value itself is the first level. */
export const maxNesting = 64;

/** Tells whether a JSON value has more levels than this. Looks no deeper, so that it can't overflow the stack. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const element of value) if (isNestedDeeper(element, levels - 1)) return true;
    return false;
  }
  const object = value as Record<string, unknown>;
  for (const key in object) if (isNestedDeeper(object[key], levels - 1)) return true;
  return false;
}
