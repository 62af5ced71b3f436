/**
 * A handler answers one operation with real logic. It lives in operations/<operationId>.ts, is typed by the document and
 * knows no HTTP beyond the status. It is prepared once at start; what does not depend on a request is done there.
 */
import type { operations } from '../contract/generated/openapi.js';
import type { ShippingService } from '../shipping/shipping-service.js';
import type { MaybePromise, State } from '../state/state.js';

export type OperationId = keyof operations;

type ResponsesOf<Id extends OperationId> = operations[Id]['responses'];
type BodyOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;

export type RequestBodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : undefined;

export type PathOf<Id extends OperationId> = operations[Id]['parameters'] extends { path: infer Path }
  ? Path
  : Record<string, never>;

/** What a handler is asked: everything has been validated. */
export interface Call<Id extends OperationId> {
  readonly body: RequestBodyOf<Id>;
  readonly path: PathOf<Id>;
  readonly sandbox: string;
  /** Scheme and authority for absolute URLs. */
  readonly origin: string;
}

export type Success<Status, Body> =
  | { readonly status: Status; readonly body: Body }
  /** From a handler that writes the body itself, as JSON.stringify would. */
  | { readonly status: Status; readonly bodyText: string };

/** A success of the document, or a refusal that the pipeline puts into the document's error shape. */
export type Outcome<Id extends OperationId> =
  | {
      [Status in keyof ResponsesOf<Id> & (200 | 201)]: Success<Status, BodyOf<ResponsesOf<Id>[Status]>>;
    }[keyof ResponsesOf<Id> & (200 | 201)]
  | {
      readonly status: Exclude<keyof ResponsesOf<Id>, 200 | 201> & number;
      readonly message: string;
      readonly errors: readonly string[];
    };

export type Handler<Id extends OperationId> = (call: Call<Id>) => MaybePromise<Outcome<Id>>;

export interface HandlerContext {
  readonly service: ShippingService;
  readonly state: State;
}

/** What operations/<operationId>.ts exports as `prepare`. */
export type PrepareHandler<Id extends OperationId> = (context: HandlerContext) => MaybePromise<Handler<Id>>;
