import type { Operation } from '../../contract/operations.js';
import { locatedProblems, type LocatedProblem } from './located-problems.js';
import { requestMediaOf } from './request-media.js';
import type { StatedContract } from './stated-contract.js';
import type { Level } from '../level.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Finds the problems of a request body; empty when it is valid.
 *
 * @param level MUST: by what the specification states; any other level: by everything that the document says
 */
export function proveProblems(
  contract: StatedContract,
  operation: Operation,
  body: unknown,
  level: Level,
): readonly LocatedProblem[] {
  const schema = contract.requestSchema(operation);
  if (schema === undefined) return [];
  const isMergePatch = requestMediaOf(operation)?.kind === 'merge-patch';
  // A body on which the work was spent is not proven invalid.
  const errors = (contract.errors(schema.pointer, level, 'readOnly', body) ?? []).filter(
    // Fields that a merge patch lacks stay, and null removes (RFC 7396).
    ({ keyword, data, instancePath }) =>
      !(isMergePatch && (keyword === 'required' || (data === null && instancePath !== ''))),
  );
  return locatedProblems(contract, errors);
}

/**
 * Returns whether the exact bytes of a request are invalid: not JSON, or JSON that the schema rejects. A server is blamed for
 * accepting them only after this says so.
 */
export function provenInvalid(
  contract: StatedContract,
  operation: Operation,
  bytes: Buffer | undefined,
  level: Level,
): boolean {
  const isOptional = operation.requestBody?.value.required !== true;
  if (isOptional && (bytes === undefined || bytes.toString('latin1').trim() === '')) return false;
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(bytes));
  } catch {
    return true;
  }
  return proveProblems(contract, operation, body, level).length > 0;
}
