/**
 * The spelling of a request on the wire, where HTTP allows or forbids another one than an HTTP client uses.
 * Everything that is not given is as a client sends it. Each such request has a connection of its own.
 */
export interface WireForm {
  /**
   * `absolute`: the request-target is the whole address, as a proxy gets it (RFC 9112 3.2.2). `verbatim`: the path as it is
   * given, where a client would take its dots away.
   */
  readonly target?: 'absolute' | 'verbatim';
  readonly version?: '1.0';
  /** The body in chunks of so many bytes (RFC 9112 7.1); without, it is sent with its length. */
  readonly chunks?: { readonly bytes: number };
  /** Between the name of each header and its value; those of the message's form, such as its length, are left alone. */
  readonly separator?: string;
  /** Behind the value of each header. */
  readonly padding?: string;
  /** The names of the headers that the form adds, such as Host, in small letters. */
  readonly names?: 'lower';
  /** Value of the header Connection; `close` by default. */
  readonly connection?: string;
  /** Number of Host headers. */
  readonly hosts?: number;
  /** More lines of the head. */
  readonly lines?: readonly string[];
}

/** Returns whether a request is malformed on purpose. What rejects it may be a parser below the service, without envelope or clock. */
export function isMalformed(form: WireForm | undefined): boolean {
  return form?.hosts !== undefined || form?.lines !== undefined;
}
