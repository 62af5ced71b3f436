import type { ChangeKindName } from '../change-kinds.js';
import type { Direction, Part } from '../change.js';
import type { Difference } from '../schema/difference.js';

/** A change at one place of one operation, before the places of the same change are put together. */
export interface FoundChange extends Pick<
  Difference,
  'before' | 'after' | 'isLikely' | 'demand' | 'isOfHolder'
> {
  readonly kind: ChangeKindName;
  readonly direction: Direction;
  readonly part: Part;
  readonly path: readonly string[];
  /** JSON pointers. */
  readonly old: string | undefined;
  readonly new: string | undefined;
}

/** A change of a part itself, not of a schema in it. */
export function changeOf(
  kind: ChangeKindName,
  part: Part,
  pointers: Pick<FoundChange, 'old' | 'new'>,
  sides: Pick<FoundChange, 'before' | 'after'> = {},
): FoundChange {
  return { kind, part, path: [], direction: directionOf(part), ...pointers, ...sides };
}

export function directionOf({ kind }: Part): Direction {
  return kind.startsWith('response') ? 'response' : 'request';
}
