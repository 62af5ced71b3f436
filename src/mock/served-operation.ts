import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operations.js';
import { requestFields } from '../contract/schema/request-fields.js';
import { CoverageMarker } from '../journal/coverage/coverage-marks.js';
import type { MaybePromise } from '../state/state.js';
import { acceptedBody } from './exchange/request.js';
import type { AcceptedBody } from './exchange/request.js';
import type { MockResponse } from './exchange/response.js';
import { parameterReader } from './routing/parameters.js';
import type { ParameterReader } from './routing/parameters.js';
import type { HandlerCall, HandlerError } from './service-definition.js';

/** An operation with everything that is prepared before the first request. */
export interface ServedOperation {
  readonly operation: Operation;
  /** Scopes that a key needs; empty where the document names none. */
  readonly scopes: readonly string[];
  readonly readParameters: ParameterReader | undefined;
  /** The body that it accepts; undefined when it takes none, and then any body is ignored. */
  readonly body: AcceptedBody | undefined;
  readonly coverage: CoverageMarker;
  /** What answers: a handler of the service, or the document's examples and schemas. */
  readonly answeredBy: 'handler' | 'document';
  readonly answer: OperationAnswerer;
}

/** Returns a finished response, or an error to be put into the document's shape. */
export type OperationAnswerer = (call: OperationCall) => MaybePromise<MockResponse | HandlerError>;

/** A valid request. */
export interface OperationCall extends HandlerCall {
  /** The Accept header. */
  readonly accept: string | undefined;
  /** Whether the client prefers a body made from the schema to an example. */
  readonly dynamic: boolean;
  /** The documented status that the client prefers. */
  readonly status: number | undefined;
}

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
