/** JSON Pointers (RFC 6901) as Drydock uses them: into documents, schemas and bodies. */

/** `['paths', '/orders']` → `/paths/~1orders`. */
export function toPointer(segments: readonly (string | number)[]): string {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** `/paths/~1orders` → `['paths', '/orders']`; a leading `#` and percent-encoding are understood. */
export function fromPointer(pointer: string): string[] {
  const plain = pointer.startsWith('#') ? decodeURIComponent(pointer.slice(1)) : pointer;
  if (plain === '') return [];
  return plain
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a pointer, or undefined where there is none. Own properties only. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const segment of fromPointer(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}
