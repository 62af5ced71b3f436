import type { Operation } from '../../contract/operations.js';
import type { CaseDraft } from './case.js';
import type { Planner } from './planner.js';
import type { RequestParts } from './request.js';
import { mayWrite } from './writes.js';

/** Another way to spell a request, which HTTP holds to be the same. */
export interface Spelling {
  readonly detail: string;
  readonly title: string;
  /** Returns undefined where the request can't be spelled so. */
  readonly apply: (request: RequestParts) => RequestParts | undefined;
}

/** A server reads messages alike for all of its operations. */
export const enoughOperations = 4;

/** The first operations that only read. */
export function readingOperations(planner: Planner): Operation[] {
  const operations = planner.stated.own ? planner.statedOperations : planner.operations;
  return operations
    .filter((operation) => !mayWrite(planner.request(operation), operation))
    .slice(0, enoughOperations);
}

/** Statuses with which a server of another document may reject a valid request, whose values its authors chose. */
const rejections = [400, 401, 403, 404, 409, 411, 422];

/**
 * A valid request of a few operations that only read, in each spelling. A server of this service serves it; of another document
 * no more is known than of the plain request.
 *
 * @param also other statuses by which HTTP lets a server reject the spelling
 */
export function spelledCases(
  planner: Planner,
  spellings: readonly Spelling[],
  also: readonly number[] = [],
): CaseDraft[] {
  return readingOperations(planner).flatMap((operation) => {
    const valid = planner.request(operation);
    const accept = [
      ...planner.successStatuses(operation),
      ...(planner.stated.own ? [] : rejections),
      ...also,
    ];
    return spellings.flatMap(({ detail, title, apply }): CaseDraft[] => {
      const request = apply(valid);
      return request === undefined
        ? []
        : [{ detail, title: `a valid request ${title}`, operation, request, accept }];
    });
  });
}
