import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import {
  type FieldsByName,
  fieldsByName,
  fieldsForStream,
  fieldsOfStream,
  pseudo,
  sendFields,
} from './fields.js';
import { InnerSocket } from './inner-socket.js';

const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR, NGHTTP2_PROTOCOL_ERROR } = constants;

export interface StreamOptions {
  /** The most bytes of the headers of a request: the server refuses larger ones, and its own are smaller than twice as many. */
  readonly maxHeaderSize: number;
  /** A stream whose client reads nothing of what waits for it is closed after so many milliseconds. */
  readonly unreadMs: number;
  /** Serves a connection within this process. */
  readonly serve: (socket: Socket) => void;
}

/**
 * Serves a stream of HTTP/2 as a connection within this process that carries one request of HTTP/1.1. So a request passes the same code,
 * limits and scenarios whichever way it came; a connection that breaks off breaks its stream, and leaves the others alone.
 */
export function serveStream(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  raw: readonly string[],
  options: StreamOptions,
): void {
  stream.on('error', () => undefined);
  const [client, server] = InnerSocket.pair(stream.session?.socket);
  let request: ClientRequest;
  try {
    request = requestOf(headers, raw, { connection: client, isWhole: stream.endAfterHeaders, ...options });
  } catch {
    // Node refuses what could not stand in a head of HTTP/1.1.
    stream.close(NGHTTP2_PROTOCOL_ERROR);
    return;
  }
  stream.once('close', () => client.destroy());
  // The rest of a body that nobody waits for any more (RFC 9113 section 8.1).
  stream.once('finish', () => {
    if (!stream.readableEnded) stream.close(NGHTTP2_NO_ERROR);
  });
  // As long as the connection holds some of the response, its own limit of that time applies.
  stream.setTimeout(options.unreadMs);
  stream.on('timeout', () => {
    if (stream.writableLength > 0 && server.writableLength === 0)
      closeStream(stream, NGHTTP2_INTERNAL_ERROR, options);
  });
  request.on('information', ({ statusCode, rawHeaders }) => {
    if (stream.headersSent || stream.destroyed) return;
    stream.additionalHeaders({ ':status': statusCode, ...fieldsForStream(rawHeaders) });
  });
  request.once('response', (message) => passResponse(stream, message, options));
  request.on('error', (cause: NodeJS.ErrnoException) => {
    if (stream.headersSent || stream.closed) return;
    const isMalformed = cause.code?.startsWith('HPE_') === true;
    closeStream(stream, isMalformed ? NGHTTP2_PROTOCOL_ERROR : NGHTTP2_INTERNAL_ERROR, options);
  });
  // Node hands over the fields as they came too, which its types do not know.
  stream.once('trailers', (...[, , fields]: readonly unknown[]) => {
    request.addTrailers(fieldsByName(fields as readonly string[]));
  });
  options.serve(server as unknown as Socket);
  stream.pipe(request);
}

interface Carrier extends StreamOptions {
  readonly connection: InnerSocket;
  /** True for a request without a body. */
  readonly isWhole: boolean;
}

function requestOf(
  headers: IncomingHttpHeaders,
  raw: readonly string[],
  { connection, isWhole, maxHeaderSize }: Carrier,
): ClientRequest {
  const authority = pseudo(headers, ':authority');
  const { host = [], ...others } = fieldsByName(fieldsOfStream(raw));
  const fields: FieldsByName = { host: authority === '' ? host : [authority], ...others };
  if (!isWhole && fields['content-length'] === undefined) fields['transfer-encoding'] = ['chunked'];
  const request = httpRequest({
    method: pseudo(headers, ':method'),
    path: pseudo(headers, ':path') || '/',
    headers: fields,
    setHost: false,
    maxHeaderSize: 2 * maxHeaderSize,
    createConnection: () => connection,
  });
  request.maxHeadersCount = 0;
  // Node would add one, which the client has not sent.
  if (!request.headersSent) request.removeHeader('Connection');
  return request;
}

function passResponse(stream: ServerHttp2Stream, message: IncomingMessage, options: StreamOptions): void {
  if (stream.destroyed) return;
  const { statusCode = 0, rawHeaders } = message;
  const waitForTrailers = message.headers['transfer-encoding'] !== undefined;
  // Node's types lack `sendDate`.
  const how = { waitForTrailers, sendDate: false };
  try {
    sendFields(fieldsForStream(rawHeaders), (fields) =>
      stream.respond({ ':status': statusCode, ...fields }, how),
    );
  } catch {
    // A status or a field that HTTP/2 does not have.
    stream.close(NGHTTP2_INTERNAL_ERROR);
    return;
  }
  stream.once('wantTrailers', () => stream.sendTrailers(fieldsForStream(message.rawTrailers)));
  message.once('error', () => closeStream(stream, NGHTTP2_INTERNAL_ERROR, options));
  if (stream.writable) message.pipe(stream);
  else message.resume();
}

/** Closes a stream. Where the client reads nothing of the whole connection, its end can't be written: then it ends without. */
function closeStream(stream: ServerHttp2Stream, code: number, { unreadMs }: StreamOptions): void {
  if (stream.destroyed) return;
  stream.close(code);
  const late = setTimeout(() => stream.destroy(), unreadMs);
  stream.once('close', () => clearTimeout(late));
}
