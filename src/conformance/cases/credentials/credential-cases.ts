import type { Operation } from '../../../contract/operations.js';
import { weaker, type Level } from '../../level.js';
import type { CaseDraft } from '../case.js';
import { withKey, type CredentialLocation } from './credential.js';
import type { Planner } from '../planner.js';
import type { RequestParts } from '../request.js';

/** One way of presenting, or not presenting, a key. */
export interface Presentation {
  readonly detail: string;
  readonly title: string;
  /** Weaker than the rule, where a lenient server may read the header this way on purpose. */
  readonly level?: Level;
  /** Further statuses by which it may be rejected, because HTTP has another word for it. */
  readonly accept?: readonly number[];
  /**
   * @param bare a valid request without a key
   * @returns undefined where the operation's kind of credential can't be presented this way
   */
  readonly apply: (bare: RequestParts, location: CredentialLocation) => RequestParts | undefined;
}

/** A case for each presentation and each operation that needs a key, to be rejected as an invalid key is. */
export function rejectedCredentials(planner: Planner, presentations: readonly Presentation[]): CaseDraft[] {
  return planner.guarded.flatMap((operation) => {
    const bare = planner.requestWithoutKey(operation);
    return presentations.flatMap((presentation) => draftFor(planner, operation, presentation, bare));
  });
}

/**
 * The case of one presentation; none where the operation's kind of credential can't be presented this way. Where the operation
 * needs several credentials, the others are as they should be.
 *
 * @param bare a request of the operation without a key
 */
export function draftFor(
  planner: Planner,
  operation: Operation,
  { detail, title, level, accept = [], apply }: Presentation,
  bare: RequestParts,
): CaseDraft[] {
  const [first, ...others] = planner.credentials(operation);
  const beside = others.reduce(
    (request, { location, value }) => (value === undefined ? request : withKey(request, location, value)),
    bare,
  );
  const request = first && apply(beside, first.location);
  if (request === undefined) return [];
  // The level of a case replaces the rule's, so an assumed operation has to weaken it here.
  const weakened = level && { level: weaker(level, planner.stated.levelOf(operation)) };
  const statuses = [...planner.unauthorizedStatuses, ...accept];
  return [{ detail, title, operation, request, accept: statuses, ...weakened }];
}
