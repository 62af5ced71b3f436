import { Planner } from '../conformance/cases/planner.js';
import type { RequestParts } from '../conformance/cases/request.js';
import { StatedContract } from '../conformance/document/stated-contract.js';
import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operations.js';

/** A request that an operation of any document should take, as the suite sends it, with the credentials that it needs and without. */
export function sampleRequests(
  contract: Contract,
  operation: Operation,
): { readonly authorized: RequestParts; readonly bare: RequestParts } {
  const planner = new Planner(StatedContract.of(contract), { valid: 'a-key' }, 1, 'MUST', true);
  const bare = planner.requestWithoutKey(operation);
  return { authorized: planner.authorized(operation, bare), bare };
}
