import type { Operation } from '../../contract/operations.js';
import type { RequestParts } from './request.js';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Returns whether a server may carry a request out with effect: any but those of reading methods, and those of an operation that its
 * document marks with `x-drydock-safe`. Key and body don't matter, because a faulty server may ignore both.
 */
export function mayWrite({ method }: RequestParts, operation: Operation | undefined): boolean {
  if (readingMethods.includes(method)) return false;
  return operation?.isSafe !== true || operation.method.toUpperCase() !== method;
}

/** Returns whether an ordinary request of an operation only reads. */
export function isReading(operation: Operation): boolean {
  return operation.isSafe || readingMethods.includes(operation.method.toUpperCase());
}
