/**
 * A handler is a function of somebody's own that answers one operation of a document: where inference ends, code says what happens. It
 * gets the valid request, the store of its sandbox, and the answer that the mock would have given.
 */
import type { HandlerError, MaybePromise } from '../../mock/service-definition.js';
import type { HandlerStore } from './handler-store.js';

/* oxlint-disable typescript/no-empty-object-type -- a project adds its operations to it */
declare global {
  /** The operations of a project's own document by id, which `drydock types` writes. */
  interface DrydockOperations {}
}
/* oxlint-enable typescript/no-empty-object-type */

/* oxlint-disable typescript/no-explicit-any -- without the written types nothing is known of a body */
/** The parts of an operation, as its types are written. */
interface OperationTypes {
  readonly path: any;
  readonly query: any;
  readonly body: any;
  /** The bodies of the responses by status. */
  readonly responses: any;
}
/* oxlint-enable typescript/no-explicit-any */

type TypesOf<Id extends string> = Id extends keyof DrydockOperations
  ? DrydockOperations[Id] extends OperationTypes
    ? DrydockOperations[Id]
    : OperationTypes
  : OperationTypes;

/** The bodies of the documented successes. */
type SuccessBody<Responses> = {
  [Status in keyof Responses]: Status extends number
    ? `${Status}` extends `2${string}`
      ? Responses[Status]
      : never
    : Responses[Status];
}[keyof Responses];

/** The body of a response that has none, or whose body may be left out: an error is then of the document's shape. */
interface OptionalBody<Body> {
  /** The body, as the document types it. */
  readonly body?: Body;
}

/** A documented response with its status. */
type Response<Responses> = {
  [Status in keyof Responses]: {
    /** The HTTP status, one of the documented ones. */
    readonly status: Status extends number ? Status : number;
    /** Header fields by name; documented ones that are not given are made. */
    readonly headers?: Readonly<Record<string, string>>;
  } & (Status extends number
    ? `${Status}` extends `2${string}`
      ? undefined extends Responses[Status]
        ? OptionalBody<Responses[Status]>
        : {
            /** The body, as the document types it. */
            readonly body: Responses[Status];
          }
      : OptionalBody<Responses[Status]>
    : OptionalBody<Responses[Status]>);
}[keyof Responses];

/** A valid request, as a handler gets it. */
export interface HandlerRequest<Id extends string = string> {
  /** The parsed body; undefined where there is none, and where it is neither JSON, a form nor text. */
  readonly body: TypesOf<Id>['body'];
  /** Path parameters by name, as the document types them. */
  readonly path: TypesOf<Id>['path'];
  /** Query parameters by name, as the document types them. */
  readonly query: TypesOf<Id>['query'];
  /** Header fields as received, by their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The sandbox of the request's key. */
  readonly sandbox: string;
  /** The items of this sandbox: with `stateful` those of the document's resources, and collections of the handlers' own. */
  readonly store: HandlerStore;
  /** The answer that the mock would have given. With `stateful` it makes, changes or removes what the request says. */
  readonly generate: () => Promise<GeneratedAnswer<Id>>;
  /** The time of the sandbox: milliseconds since 1970. */
  readonly now: () => Promise<number>;
}

/** The answer of the mock itself. Returned by a handler it is sent as it is. */
export interface GeneratedAnswer<Id extends string = string> {
  /** The HTTP status. */
  readonly status: number;
  /** Header fields by name, that of the media type among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, or a text, or bytes; undefined where there is none, and for an error. */
  readonly body: SuccessBody<TypesOf<Id>['responses']>;
  /** One sentence, where the answer is an error: a 404 of an item that is not there. */
  readonly message?: string;
  /** A sentence for each problem, where the answer is an error. */
  readonly errors?: readonly string[];
}

/**
 * The result of a handler: the body of the documented success; or a status with headers and body; or an error of the document's
 * shape, as a status alone or with a message and a text for each problem.
 */
export type HandlerAnswer<Id extends string = string> =
  | SuccessBody<TypesOf<Id>['responses']>
  | Response<TypesOf<Id>['responses']>
  | GeneratedAnswer<Id>
  | HandlerError;

/** Answers the operation with this id. */
export type OperationHandler<Id extends string = string> = (
  request: HandlerRequest<Id>,
) => MaybePromise<HandlerAnswer<Id>>;

/** Handlers by operationId. */
export type OperationHandlers = { readonly [Id in string]: OperationHandler<Id> };
