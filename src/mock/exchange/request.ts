/** Header values by name in lower case, as HTTP servers and fetch give them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface RequestBody {
  readonly bytes: Uint8Array;
  /** Whether it was larger than the mock takes; then `bytes` is empty. */
  readonly tooLarge: boolean;
}

/** A request, independent of what received it: an HTTP server, a proxy, a fetch call. */
export interface ReceivedRequest {
  /** Upper case. */
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  /** Such as `1.1`. */
  readonly httpVersion: string;
  readonly headers: RequestHeaders;
  readonly body: RequestBody;
  /** When it arrived, milliseconds since 1970. */
  readonly time: number;
  /** The same moment on a clock that never jumps, in milliseconds. */
  readonly elapsed: number;
}

/** The value of a header; several values are joined by commas. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}
