/** A client of HTTP/2 that sees what came on each stream. */
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientSessionOptions,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { afterFile } from './after-file.js';

export interface StreamRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array | undefined;
  readonly trailers?: Readonly<Record<string, string>>;
}

export interface StreamResponse {
  /** 0 where the stream ended without a response. */
  readonly status: number;
  /** Names and values in turn, as they came, without those that begin with a colon. */
  readonly fields: readonly string[];
  readonly body: Buffer;
  readonly trailers: readonly string[];
  /** Status and fields of each interim response. */
  readonly interim: readonly (readonly [status: number, fields: readonly string[]])[];
  /** The name of the error with which the stream ended; undefined where it ended well. */
  readonly error: string | undefined;
}

/** Connects, and trusts any certificate. The connection is closed when the test file is done. */
export async function streamClient(
  origin: string,
  options?: ClientSessionOptions,
): Promise<ClientHttp2Session> {
  const session = connect(new URL(origin).origin, { ...options, rejectUnauthorized: false });
  afterFile(() => session.destroy());
  await new Promise((resolve, reject) => session.once('connect', resolve).once('error', reject));
  session.on('error', () => undefined);
  return session;
}

/** Sends a request on a stream of its own. Never rejects: a stream that fails is a response with an `error`. */
export function sendOn(session: ClientHttp2Session, request: StreamRequest): Promise<StreamResponse> {
  const { method = 'GET', path, headers = {}, body, trailers } = request;
  const stream = session.request(
    { ...headers, ':method': method, ':path': path },
    { endStream: body === undefined, waitForTrailers: trailers !== undefined },
  );
  stream.once('wantTrailers', () => stream.sendTrailers(trailers ?? {}));
  const seen = { status: 0, fields: [] as string[], trailers: [] as string[] };
  const interim: [number, string[]][] = [];
  const chunks: Buffer[] = [];
  const statusOf = (head: OutgoingHttpHeaders): number => Number(head[':status']);
  stream.on('headers', (...[head, , raw]: FieldsEvent) => interim.push([statusOf(head), plain(raw)]));
  stream.once('response', (...[head, , raw]: FieldsEvent) => {
    Object.assign(seen, { status: statusOf(head), fields: plain(raw) });
  });
  stream.once('trailers', (...[, , raw]: FieldsEvent) => (seen.trailers = plain(raw)));
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (body !== undefined) stream.end(body);
  return new Promise((resolve) => {
    stream.on('error', () => undefined);
    stream.once('close', () => {
      const { rstCode } = stream;
      resolve({
        ...seen,
        interim,
        body: Buffer.concat(chunks),
        error: rstCode === 0 ? undefined : nameOf(rstCode),
      });
    });
  });
}

/** The arguments of Node's events of fields: its types lack the last, the fields as they came. */
type FieldsEvent = [headers: OutgoingHttpHeaders, flags: number, raw?: readonly string[]];

function plain(raw: readonly string[] = []): string[] {
  return raw.filter((_, index) => !raw[index - (index % 2)]?.startsWith(':'));
}

function nameOf(code: number): string {
  const names = Object.entries(constants).filter(
    ([name, value]) => /^NGHTTP2_[A-Z_]+$/.test(name) && value === code,
  );
  return (
    names
      .map(([name]) => name.slice('NGHTTP2_'.length))
      .find((name) => !/FLAG|SETTINGS|STATE|SESSION|DEFAULT|HCAT|NV_|ERR_/.test(name)) ?? String(code)
  );
}
