/**
 * The fuzz test: bytes that break servers, sent to a running mock, and what must come back. It imports nothing of the mock
 * and reaches it over its address. The same seed gives the same cases.
 */

/** Bytes for one connection, and what they must bring. */
export interface HostileCase {
  /** Its kind, in two words or three; the report counts by it. */
  readonly kind: string;
  /** One character for each byte. */
  readonly bytes: string;
  /** The requests in it, in order. */
  readonly requests: readonly SentRequest[];
  /**
   * `whole`: each request is whole and gets its response, unless one before it closes the connection. `broken`: the bytes
   * are sent on a connection of their own, which the server must close; there may be fewer responses than requests.
   */
  readonly shape: 'whole' | 'broken';
}

export interface SentRequest {
  /** The response to HEAD has no body. */
  readonly head: boolean;
  /** The part of the server that must respond; undefined if the bytes leave it open. */
  readonly responder: Responder | undefined;
}

/**
 * The service responds in its envelope, Drydock's own addresses on its port with problem details. On the control origin nothing
 * responds in the envelope.
 */
export type Responder = 'service' | 'drydock' | 'control';
