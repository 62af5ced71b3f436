/**
 * The stages through which the reference server takes a request. A variation (a fault or a variant) replaces one or
 * more of them and leaves the others as they are.
 */
import type { ServerResponse } from 'node:http';

export type Fields = Record<string, unknown>;
export type Operation = 'listCategories' | 'getShippingRates' | 'createOrder' | 'getOrder';
export type Path = readonly (string | number)[];

/** A request that has been read completely. */
export interface Call {
  readonly method: string;
  /** Of HTTP, such as 1.1. */
  readonly version: string;
  /** The request-target as it was sent. */
  readonly target: string;
  /** Path below the base path, or the whole path when it lies outside of it. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Names of the headers as they were spelled. */
  readonly headerNames: readonly string[];
  /** Every header as it came, repeated ones too. */
  readonly headerLines: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** The body in the pieces in which it came off the wire. */
  readonly pieces: readonly Buffer[];
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
  readonly operation: Operation | undefined;
  /** Methods that the path has; none for an unknown path. */
  readonly allowed: readonly string[];
  /** Number of the request, from 1. */
  readonly number: number;
  readonly connection: Connection;
}

/** The connection of a request, as it is when the request has come. */
export interface Connection {
  /** Number of the connection, from 1. */
  readonly number: number;
  /** Number of requests that it has brought so far, this one among them. */
  readonly requests: number;
}

/** An answer before it becomes bytes. `raw` replaces the JSON text of `body`. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Fields;
  readonly raw?: string | undefined;
}

/** An answer as it is sent. */
export interface Wire {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** One problem of a request body; `text` names the field. */
export interface Problem {
  readonly path: Path;
  readonly kind: 'missing' | 'type' | 'value' | 'unknown' | 'syntax';
  readonly text: string;
}

export interface Stages {
  /** The whole decision; calls the stages below in their order. */
  decide: (call: Call) => Answer;
  /** Refuses with 401 or 403; undefined admits. */
  authenticate: (call: Call) => Answer | undefined;
  /** Refuses with 429; undefined admits. */
  limit: (call: Call) => Answer | undefined;
  /** Every problem of the body; none when it is valid. */
  validate: (call: Call) => Problem[];
  /** The answer to problems. */
  refuse: (problems: readonly Problem[], call: Call) => Answer;
  /** Carries out the operation for a valid request. */
  operate: (call: Call) => Answer;
  encode: (answer: Answer, call: Call) => Wire;
  send: (wire: Wire, response: ServerResponse, call: Call) => void | Promise<void>;
}

/** An answer in the envelope of section 2.1. */
export function enveloped(status: number, message: string, data: unknown[], errors: string[] = []): Answer {
  const body = { status: status < 400, message, data, errors, response_code: String(status) };
  return { status, headers: {}, body };
}
