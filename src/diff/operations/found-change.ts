import type { SecurityScheme } from '../../contract/openapi.js';
import type { ChangeKindName } from '../change-kinds.js';
import type { Direction, Part } from '../change.js';
import type { Difference } from '../schema/difference.js';

/** A change at one place of one operation, before the places of the same change are put together. */
export interface FoundChange extends Omit<Difference, 'kind'> {
  readonly kind: ChangeKindName;
  readonly direction: Direction;
  readonly part: Part;
  /** True for a request that the service sends by itself, or its response. */
  readonly isOutgoing?: boolean;
  /** The schemes of each alternative that NEW leaves; undefined for one that NEW does not define. */
  readonly security?: readonly SecurityAlternative[];
}

/** Schemes that a request must satisfy together. */
export type SecurityAlternative = readonly (SecurityScheme | undefined)[];

/** A change of a part itself, not of a schema in it. */
export function changeOf(
  kind: ChangeKindName,
  part: Part,
  pointers: Pick<FoundChange, 'old' | 'new'>,
  sides: Pick<FoundChange, 'before' | 'after'> = {},
): FoundChange {
  return { kind, part, path: [], direction: directionOf(part), ...pointers, ...sides };
}

/** The change of a part that became something, or no longer is; none where it stayed as it was. */
export function changeOfState(
  [was, is]: readonly [boolean, boolean],
  [became, ceased]: readonly [ChangeKindName, ChangeKindName],
  part: Part,
  pointers: Pick<FoundChange, 'old' | 'new'>,
): FoundChange[] {
  return was === is ? [] : [changeOf(is ? became : ceased, part, pointers)];
}

/** The differences of two schemas of a part. */
export function changesOf(part: Part, differences: readonly Difference[]): FoundChange[] {
  return differences.map((one) => ({ ...one, part, direction: directionOf(part) }));
}

function directionOf({ kind }: Part): Direction {
  return kind.startsWith('response') ? 'response' : 'request';
}
