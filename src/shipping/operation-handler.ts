/**
 * An operation's handler, typed by the document. `operations/<operationId>.ts` exports `prepare`, which runs once at start.
 * Work that does not depend on a request is done by the first call, since loading data takes longer than the rest of a start.
 */
import type { operations } from '../contract/generated/openapi.js';
import type { DocumentStore, HandlerError, MaybePromise } from '../mock/service-definition.js';
import type { TariffBook } from './rates/tariff-book/compile-tariffs.js';
import type { Category } from './types.js';

export type OperationId = keyof operations;

type ResponsesOf<Id extends OperationId> = operations[Id]['responses'];
type BodyOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;
type SuccessOf<Id extends OperationId> = keyof ResponsesOf<Id> & (200 | 201);

export type RequestBodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : undefined;

export type PathOf<Id extends OperationId> = operations[Id]['parameters'] extends { path: infer Path }
  ? Path
  : Record<string, never>;

/** A valid request, as a handler gets it. */
export interface Call<Id extends OperationId> {
  readonly body: RequestBodyOf<Id>;
  readonly path: PathOf<Id>;
  readonly sandbox: string;
  /** Absolute URL of the service's assets, without a trailing slash. */
  readonly assetsUrl: string;
}

/** A documented success, or an error that the mock puts into the document's error shape. */
export type Result<Id extends OperationId> =
  | {
      [Status in SuccessOf<Id>]:
        | { readonly status: Status; readonly body: BodyOf<ResponsesOf<Id>[Status]> }
        | { readonly status: Status; readonly bodyText: string };
    }[SuccessOf<Id>]
  | (HandlerError & { readonly status: Exclude<keyof ResponsesOf<Id>, 200 | 201> & number });

export type OperationHandler<Id extends OperationId> = (call: Call<Id>) => MaybePromise<Result<Id>>;

/** The envelope of a success. */
export function envelope<Code extends '200' | '201', Item>(code: Code, message: string, data: Item[]) {
  return { status: true as const, message, data, errors: [], response_code: code };
}

/** The data that the service works with, from wherever it is loaded: files, or modules of a bundle. */
export interface ShippingData {
  readonly tariffs: () => MaybePromise<TariffBook>;
  readonly categories: (seed: number) => MaybePromise<readonly Category[]>;
  /** The SVG of a courier; undefined for an unknown one. */
  readonly logo: (slug: string) => MaybePromise<string | undefined>;
}

export interface PrepareContext extends ShippingData {
  /** Whole number from 0 to 4294967295. */
  readonly seed: number;
  /** Milliseconds since 1970, UTC, in a sandbox. */
  readonly nowIn: (sandbox: string) => MaybePromise<number>;
  readonly documents: DocumentStore;
}

export type PrepareHandler<Id extends OperationId> = (context: PrepareContext) => OperationHandler<Id>;
