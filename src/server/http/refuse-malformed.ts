import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AccessLog } from '../access-log/access-log.js';
import type { Mock } from '../../mock/mock.js';
import { corsHeaders } from '../../mock/exchange/cors.js';

type Refusal = readonly [status: number, reason: string, sentence: string];

/** Errors of Node's HTTP parser, as status and sentence; any other is a malformed request. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    413,
    'Content Too Large',
    'The chunk extensions of the request are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive'],
};
const malformed: Refusal = [400, 'Bad Request', 'The request is not valid HTTP/1.1'];

/** How long a refused client may take to close its side, in milliseconds. */
const lingerMs = 1_000;

/** Node's error after broken bytes; Node emits it again for each chunk that follows. */
type BrokenSocket = Duplex & {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
};

/**
 * Answers a malformed request in the document's error shape, and closes the connection.
 * The listener of Node's `clientError` event.
 */
export function refuseMalformed(mock: () => Mock, accessLog: AccessLog | undefined) {
  const refused = new WeakSet<Duplex>();
  return (error: NodeJS.ErrnoException, socket: BrokenSocket): void => {
    if (error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    if (refused.has(socket)) return;
    refused.add(socket);
    const refusal = refusals[error.code ?? ''] ?? malformed;
    const incoming = socket.parser?.incoming;
    afterEarlierAnswers(socket, incoming?.complete === false ? incoming : undefined, (answered) => {
      if (!socket.writable) socket.destroy();
      else if (answered) endOrderly(socket);
      else {
        writeRefusal(mock(), socket, ...refusal);
        accessLog?.refused(socket, refusal[0]);
      }
    });
  };
}

/**
 * Waits until earlier requests of the connection are answered: the refusal would be taken for their response.
 *
 * @param broken the request whose body is broken; undefined when the broken bytes are not in a body
 * @param then gets whether the broken request itself is already answered, as one that is refused before it is read
 */
function afterEarlierAnswers(
  socket: BrokenSocket,
  broken: IncomingMessage | undefined,
  then: (answered: boolean) => void,
): void {
  const answer = socket._httpMessage;
  if (!answer || (answer.req === broken && !answer.headersSent)) {
    then(!answer && broken !== undefined);
    return;
  }
  const over = (): void => {
    answer.off('finish', over).off('close', over);
    afterEarlierAnswers(socket, broken, then);
  };
  answer.on('finish', over).on('close', over);
}

/** Closes after what is written. Closing with bytes unread would be a reset, which may lose the response. */
function endOrderly(socket: Duplex, bytes = Buffer.alloc(0)): void {
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => {
    clearTimeout(cut);
  });
  socket.end(bytes);
}

/** Refuses CONNECT, for which Node hands over the bare connection: the mock is no proxy. */
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
  endOrderly(
    socket,
    Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`), bytes]),
  );
}
