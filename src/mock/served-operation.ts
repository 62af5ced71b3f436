import type { Operation } from '../contract/operations.js';
import type { CoverageMarker } from '../journal/coverage/coverage-marks.js';
import type { MaybePromise } from '../state/state.js';
import type { MockResponse } from './exchange/response.js';
import type { ParameterReader } from './routing/parameters.js';
import type { AcceptedBody } from './routing/request-body.js';
import type { HandlerCall, HandlerError } from './service-definition.js';

/** An operation with all that is known before the first request. */
export interface ServedOperation {
  readonly operation: Operation;
  /** Scopes that a key needs for it; empty where the document names none. */
  readonly scopes: readonly string[];
  readonly readParameters: ParameterReader | undefined;
  /** The body that it takes; undefined when it takes none, and then any body is ignored. */
  readonly body: AcceptedBody | undefined;
  readonly coverage: CoverageMarker;
  /** Who answers: the service's own logic, or what the document alone can say. */
  readonly answeredBy: 'handler' | 'document';
  readonly answer: OperationAnswerer;
}

/** Gives a finished response, or an error that is to be put into the document's shape. */
export type OperationAnswerer = (call: OperationCall) => MaybePromise<MockResponse | HandlerError>;

/** A request that the document has accepted. */
export interface OperationCall extends HandlerCall {
  /** The Accept header. */
  readonly accept: string | undefined;
  /** Whether the client prefers a body made from the schema to an example. */
  readonly dynamic: boolean;
}
