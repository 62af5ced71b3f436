import { responseFor } from '../contract/operations.js';
import type { Operation } from '../contract/operations.js';

/**
 * Errors that any request may meet, whatever its document says: from a server that fails, and from proxies, gateways and
 * frameworks on the way.
 */
export const statusesAnywhere: readonly number[] = [408, 422, 500, 502, 503, 504];

/** Tells whether a scenario may answer an operation with a status and keep the contract. */
export function mayAnswer(operation: Operation, status: number): boolean {
  return statusesAnywhere.includes(status) || responseFor(operation, status) !== undefined;
}
