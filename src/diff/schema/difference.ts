import type { SchemaObject } from '../../contract/openapi.js';
import type { SchemaChangeName } from '../change-kinds.js';

/** A difference between two schemas, wherever they are used. */
export interface Difference {
  readonly kind: SchemaChangeName;
  /** From the compared schemas to the place of the difference: names of fields, `*` for any element or name. */
  readonly path: readonly string[];
  /** JSON pointers of the schemas; undefined where a side has none. */
  readonly old: string | undefined;
  readonly new: string | undefined;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Set for a kind that is certain elsewhere. */
  readonly isLikely?: true;
  /**
   * The demand of NEW on the value at `path`, as a schema of its own; a recorded value that it refuses has met the change.
   * Undefined where any value there has.
   */
  readonly demand?: SchemaObject;
  /** True if the demand is on the object around the value: that it has the field, or hasn't. */
  readonly isOfHolder?: true;
}

/** The difference as seen from a schema above. */
export function below(difference: Difference, ...names: readonly string[]): Difference {
  return { ...difference, path: [...names, ...difference.path] };
}
