/**
 * How a request is spelled on the wire, where HTTP lets it be spelled otherwise than an HTTP client does, or forbids it to be.
 * What is not given is as a client sends it. Each such request has a connection of its own.
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
  /** What Connection says; `close` by default. */
  readonly connection?: string;
  /** How many Host headers are sent. */
  readonly hosts?: number;
  /** More lines of the head. */
  readonly lines?: readonly string[];
}

/** Whether a request is malformed on purpose. What rejects it may be a parser below the service, without envelope or clock. */
export function isMalformed(form: WireForm | undefined): boolean {
  return form?.hosts !== undefined || form?.lines !== undefined;
}
