/**
 * A control handler answers one operation of control-api.yaml. It is found by the operation's id in the files of
 * resources/, and gets values that the document has accepted. It refuses by throwing a ControlProblem.
 */
import type { Response } from 'express';
import type { MaybePromise } from '../state/state.js';
import type { ServerContext } from '../server/server-context.js';

/** What a handler is asked; the values are of the types that the document says. */
export interface ControlCall {
  readonly path: Readonly<Record<string, unknown>>;
  /** Defaults of the document filled in. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export type ControlAnswer =
  | {
      readonly status: 200 | 201;
      readonly json: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly status: 204 }
  | { readonly status: 200; readonly text: string; readonly mediaType: string }
  /** The handler keeps the connection. */
  | { readonly stream: (response: Response) => void };

export type ControlHandler = (call: ControlCall) => MaybePromise<ControlAnswer>;

/** Handlers by the id of the operation. */
export type ControlHandlers = Readonly<Record<string, ControlHandler>>;

/** What resources/<topic>.ts exports. */
export type PrepareControl = (context: ServerContext) => ControlHandlers;

export const done: ControlAnswer = { status: 204 };
