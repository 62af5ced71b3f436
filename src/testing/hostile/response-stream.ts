import type { SentRequest } from './hostile-case.js';

/** One response as received. */
export interface WireResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Parses the responses of a connection, in the order of their requests. */
export class ResponseStream {
  readonly responses: WireResponse[] = [];
  private rest: Buffer = Buffer.alloc(0);

  /** @param requests which responses have no body because they answer HEAD */
  constructor(private readonly requests: readonly SentRequest[]) {}

  /** True if bytes of an incomplete response are left. */
  get torn(): boolean {
    return this.rest.length > 0;
  }

  /** @throws Error for bytes that are no response */
  push(chunk: Buffer): void {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    while (this.takeOne());
  }

  /** The connection ended: a response without a length ends with it. */
  end(): void {
    if (this.torn) this.takeOne(true);
  }

  private takeOne(ended = false): boolean {
    const mark = this.rest.indexOf('\r\n\r\n');
    if (mark === -1) return false;
    const { status, headers } = readHead(this.rest.toString('latin1', 0, mark));
    const after = this.rest.subarray(mark + 4);
    if (status < 200) {
      this.rest = after;
      return true;
    }
    const head = this.requests[this.responses.length]?.head ?? false;
    const bodiless = status === 204 || status === 304 || (head && !startsBody(after));
    const taken = bodiless ? { body: Buffer.alloc(0), length: 0 } : takeBody(headers, after, ended);
    if (!taken) return false;
    this.responses.push({ status, headers, body: taken.body });
    this.rest = after.subarray(taken.length);
    return this.rest.length > 0;
  }
}

/** A case that mentions HEAD may still have been answered as another method: then a body of JSON follows. */
function startsBody(after: Buffer): boolean {
  return after[0] === 0x7b;
}

function readHead(text: string): { status: number; headers: ReadonlyMap<string, string> } {
  const [line = '', ...fields] = text.split('\r\n');
  const [, status] = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]*$/.exec(line) ?? [];
  if (status === undefined) throw new Error(`No status line: ${JSON.stringify(line.slice(0, 200))}`);
  const headers = new Map<string, string>();
  for (const field of fields) {
    const colon = field.indexOf(':');
    if (colon < 1) throw new Error(`No header: ${JSON.stringify(field.slice(0, 200))}`);
    headers.set(field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim());
  }
  return { status: Number(status), headers };
}

function takeBody(
  headers: ReadonlyMap<string, string>,
  bytes: Buffer,
  ended: boolean,
): { body: Buffer; length: number } | undefined {
  const length = headers.get('content-length');
  if (length !== undefined) {
    const size = Number(length);
    return bytes.length < size ? undefined : { body: bytes.subarray(0, size), length: size };
  }
  if (headers.get('transfer-encoding') === 'chunked') return takeChunks(bytes);
  return ended ? { body: bytes, length: bytes.length } : undefined;
}

function takeChunks(bytes: Buffer): { body: Buffer; length: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const next = line + 2 + size + 2;
    if (bytes.length < next) return undefined;
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    if (size === 0) return { body: Buffer.concat(chunks), length: next };
    at = next;
  }
}
