import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2';
import type { Duplex } from 'node:stream';
import {
  fieldsByName,
  fieldsForStream,
  fieldsOfStream,
  headText,
  sendFields,
} from '../../server/http/streams/fields.js';
import { InnerSocket } from '../../server/http/streams/inner-socket.js';
import { isBodiless } from '../../server/http/upgrades.js';
import { fieldOf, withoutFields } from '../headers/end-to-end.js';

/**
 * Connections with a target that offers HTTP/2 alone: what is written to one of them as a request of HTTP/1.1 becomes a stream, and the
 * response comes back in the form of HTTP/1.1. The streams share one connection by TCP, which is opened anew when it has ended.
 */
export class StreamTarget {
  private session: ClientHttp2Session | undefined;
  private readonly server;

  /**
   * @param connect opens a connection
   * @param maxHeaderSize bytes of the headers of a request
   */
  constructor(
    private readonly connect: () => ClientHttp2Session,
    maxHeaderSize: number,
  ) {
    const pass = (request: IncomingMessage, response: ServerResponse): void => {
      this.pass(request, response);
    };
    const patient = { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 };
    this.server = createServer({ ...patient, maxHeaderSize, requireHostHeader: false }, pass);
    this.server.maxHeadersCount = 0;
    this.server.on('checkContinue', pass).on('checkExpectation', pass);
  }

  /** A connection for one request. */
  open(): Duplex {
    const [client, server] = InnerSocket.pair();
    this.server.emit('connection', server);
    return client;
  }

  close(): void {
    this.session?.destroy();
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const connection = request.socket as unknown as InnerSocket;
    try {
      passStream(this.openSession(), request, response, connection);
    } catch (cause) {
      connection.resetAndDestroy(cause as Error);
    }
  }

  private openSession(): ClientHttp2Session {
    if (this.session && !this.session.closed && !this.session.destroyed) return this.session;
    const session = this.connect();
    // Each stream gets the error.
    session.on('error', () => undefined);
    session.unref();
    this.session = session;
    return session;
  }
}

/** The arguments of Node's events of fields: its types lack the last, the fields as they came. */
type FieldsEvent = [
  headers: IncomingHttpHeaders & IncomingHttpStatusHeader,
  flags: number,
  raw?: readonly string[],
];

function passStream(
  session: ClientHttp2Session,
  request: IncomingMessage,
  response: ServerResponse,
  connection: InnerSocket,
): void {
  const stream = openStream(session, request);
  response.sendDate = false;
  response.once('close', () => {
    if (!response.writableFinished) stream.close(constants.NGHTTP2_CANCEL);
  });
  stream.on('headers', (...[{ ':status': status = 0 }, , raw = []]: FieldsEvent) => {
    writeInterim(response, status, fieldsOfStream(raw));
  });
  stream.once('response', (...[{ ':status': status = 0 }, , raw = []]: FieldsEvent) => {
    const fields = sendableFields(fieldsOfStream(raw));
    response.writeHead(status, STATUS_CODES[status] ?? '', fields);
    stream.pipe(response);
  });
  stream.once('trailers', (...[, , raw = []]: FieldsEvent) => {
    response.addTrailers(fieldsByName(raw));
  });
  stream.on('error', (cause: Error) => connection.resetAndDestroy(cause));
  stream.once('close', () => {
    if (!response.writableEnded) connection.resetAndDestroy();
  });
}

function openStream(session: ClientHttp2Session, request: IncomingMessage): ClientHttp2Stream {
  const { method = 'GET', url = '/', rawHeaders } = request;
  const { host = [], ...fields } = fieldsForStream(rawHeaders);
  const isWhole = isBodiless(request);
  const head = { ':method': method, ':path': url, ':scheme': 'https', ':authority': host[0] ?? '' };
  const open = sendFields(fields, (sent) =>
    session.request({ ...head, ...sent }, { endStream: isWhole, waitForTrailers: !isWhole }),
  );
  if (isWhole) return open;
  open.once('wantTrailers', () => open.sendTrailers(fieldsForStream(request.rawTrailers)));
  request.pipe(open);
  return open;
}

/** Node writes some interim responses itself, and changes their fields. */
function writeInterim(response: ServerResponse, status: number, fields: readonly string[]): void {
  if (response.headersSent || !response.socket) return;
  response.socket.write(headText(status, STATUS_CODES[status] ?? '', fields), 'latin1');
}

/** Only a response in chunks can have trailers in HTTP/1.1, and Node refuses to announce them on any other. */
function sendableFields(fields: readonly string[]): string[] {
  return fieldOf(fields, 'content-length') === undefined ? [...fields] : withoutFields(fields, 'trailer');
}
