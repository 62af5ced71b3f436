/**
 * The connection of one request, as a fault may break it. What sends responses implements it once: Node's sockets in
 * src/server/http/faults. The response itself (its status and headers) is the wire's; a fault only has the body.
 */
export interface FaultWire {
  /**
   * The status and headers of the response, with this Content-Length whatever the body's length is. They go out with
   * the first bytes of the body, or as soon as nothing follows them.
   */
  sendHead(contentLength: number): void;
  /** Bytes as they are: of the body behind the head, or in place of a response. */
  send(bytes: Uint8Array): void;
  /** Ends a response that has as many bytes as it announced; the connection may be used again. */
  finish(): void;
  /** Cuts the connection without order: a TCP reset where there is TCP. */
  reset(): void;
  /** Closes the connection in order, behind what was sent. */
  close(): Promise<void>;
  /** Keeps the connection open and silent until the client gives up, the server shuts down, or `longestHoldMs` are over. */
  hold(): Promise<void>;
  /**
   * Waits between bytes.
   *
   * @returns false where the connection has ended meanwhile, for a reason that would end `hold` too
   */
  wait(ms: number): Promise<boolean>;
}

/** No fault holds a connection longer: a client without a timeout must not cost a socket for ever. */
export const longestHoldMs = 600_000;
