import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AccessLog } from '../access-log/access-log.js';
import type { Mock } from '../../mock/mock.js';
import { corsHeaders } from '../../mock/exchange/cors.js';

type Refusal = readonly [status: number, reason: string, sentence: string];

/** What Node's HTTP parser can't take, as status and sentence; anything else is malformed. */
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

/** How long a client may take to close its side after it was refused, in milliseconds. */
const lingerMs = 1_000;

/** What Node hands over after broken bytes; the same again with each chunk that follows. */
type BrokenSocket = Duplex & {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
};

/**
 * Answers what never became a request, such as broken syntax, in the document's error shape, and closes the connection.
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
 * Waits until the requests before on the connection are answered: the refusal would be taken for their answer.
 *
 * @param broken the request whose body is broken; undefined when the break is before, after or in the head of one
 * @param then told whether the broken request itself has been answered, as one that is refused before it is read
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

/** Closes after what is written; to close with bytes unread would be a reset, which takes the answer from the client. */
function endOrderly(socket: Duplex, bytes = Buffer.alloc(0)): void {
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => {
    clearTimeout(cut);
  });
  socket.end(bytes);
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
  endOrderly(
    socket,
    Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`), bytes]),
  );
}
