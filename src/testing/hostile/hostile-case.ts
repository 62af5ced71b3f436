/**
 * The standing fuzz: bytes that break servers, sent to a running mock, and what must come back. It knows the mock by its
 * address alone and imports nothing of it; one seed gives the same cases again.
 */

/** Bytes for one connection, and what they must bring. */
export interface HostileCase {
  /** What it tries, in two words or three; the report counts by it. */
  readonly kind: string;
  /** One character for each byte. */
  readonly bytes: string;
  /** The requests in it, in order. */
  readonly asked: readonly Asked[];
  /**
   * `whole`: each request is whole and gets its answer, unless one before it closes the connection. `broken`: the bytes
   * are sent on a connection of their own, which the server must close; there may be fewer answers than were asked.
   */
  readonly shape: 'whole' | 'broken';
}

export interface Asked {
  /** The answer to HEAD has no body. */
  readonly head: boolean;
  /** Who must answer; undefined where the bytes leave it open. */
  readonly face: Face | undefined;
}

/**
 * The service answers in its envelope, Drydock's own addresses on its port with problem details. On the control origin nothing
 * answers in the envelope.
 */
export type Face = 'service' | 'drydock' | 'control';
