/**
 * A handler answers one operation of control-api.yaml. The operations of one topic stand together in resources/. A handler
 * gets values that the document has accepted, of the types that it says, and refuses by throwing a ControlProblem.
 */
import type { operations } from '../contract/generated/control-api.js';
import type { MaybePromise } from '../state/state.js';
import type { EventSink } from './events/event-feed.js';

/** The operations behind the token. Health and readiness are answered to everybody, before the document is loaded. */
export type ControlOperationId = Exclude<keyof operations, 'getHealth' | 'getReadiness'>;

type PathOf<Id extends ControlOperationId> = operations[Id]['parameters'] extends {
  readonly path: infer Path;
}
  ? Path
  : Readonly<Record<string, never>>;

type BodyOf<Id extends ControlOperationId> = operations[Id] extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Body } };
}
  ? Body
  : undefined;

export interface ControlCall<Id extends ControlOperationId> {
  readonly path: PathOf<Id>;
  /** Defaults of the document filled in. */
  readonly query: NonNullable<operations[Id]['parameters']['query']>;
  readonly body: BodyOf<Id>;
  /** The Accept header, where the document has a response in more than one form. */
  readonly accept: string | undefined;
}

/** The query of a list: two have defaults, so that they are always there; the generated type can't say it. */
export type ListQuery<Id extends 'listRequests' | 'searchRequests'> = ControlCall<Id>['query'] & {
  readonly limit: number;
  readonly summary: boolean;
};

export type ControlResult =
  | { readonly status: 200 | 201; readonly json: unknown }
  | { readonly status: 204 }
  | { readonly status: 200; readonly text: string; readonly mediaType: string }
  /** Events for as long as the reader stays. */
  | { readonly status: 200; readonly events: (sink: EventSink) => void };

/** A handler for each operation: one that is missing, or that the document does not have, does not compile. */
export type ControlHandlers = {
  readonly [Id in ControlOperationId]: (call: ControlCall<Id>) => MaybePromise<ControlResult>;
};

export const done: ControlResult = { status: 204 };

export function ok<Json>(json: Json): { readonly status: 200; readonly json: Json } {
  return { status: 200, json };
}
