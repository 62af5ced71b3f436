import type { WireForm } from './wire-form.js';

/** A request as it goes onto the wire; only Host, Content-Length and the headers of the connection are added. */
export interface RequestParts {
  readonly method: string;
  /** Path below the base address, percent-encoded, with its query. */
  readonly path: string;
  /** Names in the case in which they are sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  /** The reason why nobody knows the body, a phrase: of a request that somebody else sent. */
  readonly bodyNotHeld?: string | undefined;
  /** The spelling on the wire, where an HTTP client would spell it otherwise. */
  readonly wire?: WireForm | undefined;
}

/** A copy of the request with other headers; `undefined` removes one, whatever its case. */
export function withHeaders(
  request: RequestParts,
  changes: Readonly<Record<string, string | undefined>>,
): RequestParts {
  const changed = new Set(Object.keys(changes).map((name) => name.toLowerCase()));
  const kept = Object.entries(request.headers).filter(([name]) => !changed.has(name.toLowerCase()));
  const added = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...request, headers: Object.fromEntries([...kept, ...added]) };
}

/** The value of a header of a request, whatever the case of its name. */
export function requestHeader({ headers }: RequestParts, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** A part of an address decoded, or as it is where it is not encoded well. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A copy of the request with one more query parameter. */
export function withQuery(request: RequestParts, name: string, value: string): RequestParts {
  const joint = request.path.includes('?') ? '&' : '?';
  return {
    ...request,
    path: `${request.path}${joint}${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  };
}

/** A copy of the request with one more cookie. */
export function withCookie(request: RequestParts, name: string, value: string): RequestParts {
  const others = requestHeader(request, 'Cookie');
  return withHeaders(request, { Cookie: `${others === undefined ? '' : `${others}; `}${name}=${value}` });
}

/** A copy of the request with these bytes, or this text, as its body. */
export function withBody(request: RequestParts, body: string | Buffer): RequestParts {
  return { ...request, body: Buffer.isBuffer(body) ? body : Buffer.from(body) };
}

/**
 * A copy of the request whose body is this value as JSON; a string becomes a JSON string. The bytes are made when they are first
 * read: of a large document rules make far more bodies than a run sends, and some have hundreds of kilobytes.
 */
export function withJson(request: RequestParts, value: unknown): RequestParts {
  return Object.defineProperty({ ...request }, 'body', {
    enumerable: true,
    configurable: true,
    get(this: RequestParts) {
      const bytes = Buffer.from(JSON.stringify(value));
      Object.defineProperty(this, 'body', { enumerable: true, value: bytes });
      return bytes;
    },
  });
}
