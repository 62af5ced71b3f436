import type { Operation } from '../../contract/operations.js';
import { weaker } from '../level.js';
import type { Level } from '../level.js';
import type { CaseDraft } from './case.js';
import { withKey } from './credential.js';
import type { CredentialLocation } from './credential.js';
import type { Planner } from './planner.js';
import type { RequestParts } from './request.js';

/** One way of presenting, or not presenting, a key. */
export interface Presentation {
  readonly detail: string;
  readonly title: string;
  /** Weaker than the rule, where a lenient server may read the header this way on purpose. */
  readonly level?: Level;
  /**
   * @param bare a valid request without a key
   * @returns undefined where the operation's kind of credential can't be presented this way
   */
  apply(bare: RequestParts, location: CredentialLocation): RequestParts | undefined;
}

/** A case for each presentation and each operation that needs a key, to be rejected as an invalid key is. */
export function rejectedCredentials(planner: Planner, presentations: readonly Presentation[]): CaseDraft[] {
  return planner.guarded.flatMap((operation) =>
    presentations.flatMap((presentation) => draftsFor(planner, operation, presentation)),
  );
}

function draftsFor(planner: Planner, operation: Operation, presentation: Presentation): CaseDraft[] {
  const [first, ...others] = planner.credentials(operation);
  const bare = planner.requestWithoutKey(operation);
  const beside = others.reduce(
    (request, { location, value }) => (value === undefined ? request : withKey(request, location, value)),
    bare,
  );
  const request = first && presentation.apply(beside, first.location);
  if (request === undefined) return [];
  const { detail, title, level } = presentation;
  // The level of a case replaces the rule's, so an assumed operation has to weaken it here.
  const weakened = level && { level: weaker(level, planner.stated.levelOf(operation)) };
  return [{ detail, title, operation, request, accept: planner.unauthorizedStatuses, ...weakened }];
}
