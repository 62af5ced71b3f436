import { requestBodyValidator } from '../contract/contract.js';
import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operations.js';
import { requestFields } from '../contract/request-fields.js';
import { CoverageMarker } from '../journal/coverage/coverage-marks.js';
import { parameterReader } from './routing/parameters.js';
import type { OperationAnswerer, ServedBody, ServedOperation } from './served-operation.js';

/** Prepares an operation for serving: validators, parameters, coverage. */
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
    body: bodyOf(contract, operation),
    coverage: new CoverageMarker(operation.id, requestFields(contract.document, operation)),
    answeredBy,
    answer,
  };
}

function scopesOf(operation: Operation): string[] {
  return [...new Set(operation.security.flatMap((requirement) => Object.values(requirement).flat()))];
}

function bodyOf(contract: Contract, operation: Operation): ServedBody | undefined {
  const body = operation.requestBody?.value;
  if (!body?.content) return undefined;
  return {
    required: body.required ?? false,
    mediaTypes: Object.keys(body.content).map((mediaType) =>
      (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase(),
    ),
    validateJson: requestBodyValidator(contract, operation),
  };
}
