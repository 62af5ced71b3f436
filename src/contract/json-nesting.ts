/** Levels of arrays and objects that a JSON body may have inside one another; the value itself is the first. */
export const maxNesting = 64;

/** Whether a JSON value has more levels than these. Looks no deeper, so that it can't run out of stack. */
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
