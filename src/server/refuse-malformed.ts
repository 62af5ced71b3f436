import type { Duplex } from 'node:stream';
import type { AccessLog } from './access-log/access-log.js';
import type { Mock } from './mock.js';
import { corsHeaders } from './cors.js';

/** What Node's HTTP parser can't take, as status and sentence; anything else is malformed. */
const refusals: Record<string, readonly [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    413,
    'Content Too Large',
    'The chunk extensions of the request are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive'],
};

/** Whether an earlier request of the connection is still to be answered: then this answer would be taken for that one's. */
function isAnswering(socket: Duplex): boolean {
  return Boolean((socket as Duplex & { _httpMessage?: unknown })._httpMessage);
}

/**
 * Answers what never became a request, such as broken syntax, in the document's error shape, and closes the connection.
 * The listener of Node's `clientError` event.
 */
export function refuseMalformed(mock: () => Mock, accessLog: AccessLog | undefined) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const [status, reason, sentence] = refusals[error.code ?? ''] ?? [
      400,
      'Bad Request',
      'The request is not valid HTTP/1.1',
    ];
    writeRefusal(mock(), socket, status, reason, sentence);
    accessLog?.refused(socket, status);
  };
}

/** Refuses CONNECT, for which Node hands over the bare connection: nothing here is a proxy. */
export function refuseConnect(mock: () => Mock, accessLog: AccessLog | undefined) {
  return (_request: unknown, socket: Duplex): void => {
    writeRefusal(
      mock(),
      socket,
      405,
      'Method Not Allowed',
      'CONNECT is not allowed: this server is no proxy',
    );
    accessLog?.refused(socket, 405);
  };
}

function writeRefusal(mock: Mock, socket: Duplex, status: number, reason: string, sentence: string): void {
  const content = { status, message: sentence, errors: [sentence] };
  const { mediaType, body } = mock.contract.errorBodies.for(undefined, content);
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    'Content-Type': `${mediaType}; charset=utf-8`,
    'Content-Length': bytes.length,
    Connection: 'close',
    ...(status === 405 ? { Allow: 'GET, HEAD, POST, OPTIONS' } : {}),
    ...corsHeaders,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`), bytes]));
}
