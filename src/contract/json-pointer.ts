/** JSON Pointers (RFC 6901) as Drydock uses them: into documents, schemas and bodies. */
import { isContainer } from './schema/json-equal.js';

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
    if (!isContainer(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
}
