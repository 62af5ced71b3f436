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
