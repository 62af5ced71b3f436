import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operations.js';
import { requestFields } from '../contract/schema/request-fields.js';
import { CoverageMarker } from '../journal/coverage/coverage-marks.js';
import type { MaybePromise } from '../state/state.js';
import { acceptedBody, type AcceptedBody, type RequestHeaders } from './exchange/request.js';
import type { MockResponse } from './exchange/response.js';
import { parameterReader, type ParameterReader } from './parameters/parameters.js';
import type { PathParameters, Routed } from './routing/routes.js';
import type { HandlerCall, HandlerError } from './service-definition.js';

/** An operation with everything that a request needs of it. */
export interface ServedOperation extends Routed {
  readonly operation: Operation;
  readonly readParameters: ParameterReader | undefined;
  /** The body that it accepts; undefined when it takes none, and then any body is ignored. */
  readonly body: AcceptedBody | undefined;
  readonly coverage: CoverageMarker;
  /** The source of its answers: a handler of the service, the document's examples and schemas, or what clients have made before. */
  readonly answeredBy: 'handler' | 'document' | 'memory';
  readonly answer: OperationAnswerer;
}

export type Answerer = Pick<ServedOperation, 'answer' | 'answeredBy'>;

/** Returns a finished response, or an error to be put into the document's shape. */
export type OperationAnswerer = (call: OperationCall) => MaybePromise<MockResponse | HandlerError>;

/** A valid request. */
export interface OperationCall extends HandlerCall {
  /** The origin at which the client reached the mock, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Path and query as received. */
  readonly target: string;
  /** Header fields as received, by their names in lower case. */
  readonly headers: RequestHeaders;
  /** The body as received; empty where there is none. */
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly accept: string | undefined;
  /** True if the client prefers a body made from the schema to an example. */
  readonly dynamic: boolean;
  /** The documented status that the client prefers. */
  readonly status: number | undefined;
}

type PreparedParts = Pick<ServedOperation, 'readParameters' | 'body'>;

/** An operation whose parts are prepared when they are first used: a document may have a thousand operations. */
class LazyOperation implements ServedOperation {
  readonly coverage: CoverageMarker;
  private prepared: PreparedParts | undefined;

  constructor(
    private readonly contract: Contract,
    readonly operation: Operation,
    readonly answer: OperationAnswerer,
    readonly answeredBy: ServedOperation['answeredBy'],
  ) {
    this.coverage = new CoverageMarker(operation.id, () => requestFields(contract.document, operation));
  }

  private prepare(): PreparedParts {
    return (this.prepared ??= {
      readParameters: parameterReader(this.contract, this.operation),
      body: acceptedBody(this.contract, this.operation),
    });
  }

  get readParameters(): ParameterReader | undefined {
    return this.prepare().readParameters;
  }

  get body(): AcceptedBody | undefined {
    return this.prepare().body;
  }

  acceptsPath(pathParameters: PathParameters): boolean {
    const { problems = [] } = this.readParameters?.({ headers: {}, query: '' }, pathParameters) ?? {};
    return !problems.some(({ pointer }) => pointer.startsWith('/path/'));
  }

  isNamedBy(query: string, other: Routed['operation'] | undefined): boolean {
    const known = other?.parameters?.map(({ value }) => value.name) ?? [];
    const isOwn = this.operation.parameters.some(
      ({ value }) => value.in === 'query' && value.required && !known.includes(value.name),
    );
    const { problems = [] } = this.readParameters?.({ headers: {}, query }, {}) ?? {};
    return isOwn && !problems.some(({ pointer }) => pointer.startsWith('/query/'));
  }
}

/** An operation of a service is prepared at once, one that the document answers when it is first requested. */
export function serveOperation(
  contract: Contract,
  operation: Operation,
  { answer, answeredBy }: Answerer,
): ServedOperation {
  const lazy = new LazyOperation(contract, operation, answer, answeredBy);
  if (answeredBy !== 'handler') return lazy;
  // Plain data: every request reads it.
  const { coverage, readParameters, body } = lazy;
  const acceptsPath = lazy.acceptsPath.bind(lazy);
  const isNamedBy = lazy.isNamedBy.bind(lazy);
  return { operation, coverage, readParameters, body, acceptsPath, isNamedBy, answer, answeredBy };
}
