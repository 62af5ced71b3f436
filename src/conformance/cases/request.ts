/** A request as it goes onto the wire; nothing is added but Host, Content-Length and the connection's own headers. */
export interface RequestParts {
  readonly method: string;
  /** Path below the base address, percent-encoded, with its query. */
  readonly path: string;
  /** By name as it is sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** A copy of the request with other headers; `undefined` takes one away, whatever its case. */
export function withHeaders(
  request: RequestParts,
  changes: Readonly<Record<string, string | undefined>>,
): RequestParts {
  const changed = new Set(Object.keys(changes).map((name) => name.toLowerCase()));
  const kept = Object.entries(request.headers).filter(([name]) => !changed.has(name.toLowerCase()));
  const added = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...request, headers: Object.fromEntries([...kept, ...added]) };
}

/** A copy of the request with another body: text and bytes as they are, anything else as JSON. */
export function withBody(request: RequestParts, body: unknown): RequestParts {
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { ...request, body: bytes };
}

/** A copy of the request whose body is this value as JSON, strings included. */
export function withJson(request: RequestParts, value: unknown): RequestParts {
  return withBody(request, JSON.stringify(value));
}
