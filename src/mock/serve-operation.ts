import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operations.js';
import { requestFields } from '../contract/schema/request-fields.js';
import { CoverageMarker } from '../journal/coverage/coverage-marks.js';
import { parameterReader } from './routing/parameters.js';
import { acceptedBody } from './routing/request-body.js';
import type { OperationAnswerer, ServedOperation } from './served-operation.js';

/** Prepares an operation: validators, parameters, coverage. */
export function serveOperation(
  contract: Contract,
  operation: Operation,
  answer: OperationAnswerer,
  answeredBy: ServedOperation['answeredBy'],
): ServedOperation {
  return {
    operation,
    scopes: scopesOf(operation),
    readParameters: parameterReader(contract, operation),
    body: acceptedBody(contract, operation),
    coverage: new CoverageMarker(operation.id, requestFields(contract.document, operation)),
    answeredBy,
    answer,
  };
}

function scopesOf(operation: Operation): string[] {
  return [...new Set(operation.security.flatMap((requirement) => Object.values(requirement).flat()))];
}
