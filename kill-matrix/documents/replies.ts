import type { IncomingHttpHeaders } from 'node:http';
import type { DocumentOperation, Problem } from './read-operations.js';

/** A request whose path, method and media type the document knows. */
export interface Call {
  readonly operation: DocumentOperation;
  readonly path: string;
  /** Path, query and header parameters by name, of the types that the document gives them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** The decoded body: a JSON value, or the fields of a form. Bytes for all else. */
  readonly body: unknown;
  /** True with the credentials of the service. */
  readonly isKnown: boolean;
  /** Tells whether the service runs with the change of that name. */
  is(change: string): boolean;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Bytes and texts are sent as they are, anything else as JSON; `undefined` is no body. */
  body: unknown;
}

export type Fields = Record<string, unknown>;

/** The change that a fault or variant makes. All that it leaves out stays as it is. */
export interface Change {
  readonly name: string;
  readonly title: string;
  /** The statement of the document that a fault breaks. */
  readonly says?: string;
  /** Admits calls without the credentials of the service. */
  admits?(call: Call): boolean;
  /** Answers instead of the service, or changes the call. */
  before?(call: Call): Reply | false | undefined;
  /** Changes what is found wrong with the parameters and the body. */
  problems?(problems: readonly Problem[], call: Call): readonly Problem[];
  /** Changes the reply. */
  reply?(reply: Reply, call: Call): Reply | undefined;
  /** Milliseconds that a reply takes. */
  readonly delayMs?: number;
}

export type Fault = Change & { readonly says: string };

/** The fields of an object, none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
