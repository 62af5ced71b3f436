import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AccessLog } from '../access-log/access-log.js';
import type { Mock } from '../../mock/mock.js';
import { ControlProblem, problemResponse } from '../../control/problem.js';
import { refusals } from './connection-limits.js';
import { corsHeaders } from '../../mock/exchange/cors.js';
import { protectiveHeaders } from '../../mock/exchange/protective-headers.js';
import { headText } from './streams/fields.js';

/** A refusal in a shape of its own: headers and a body. */
export type Refusal = (
  status: number,
  sentence: string,
) => { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** In the error shape of the document that is served, for any page to read. */
export function documentRefusal(mock: () => Mock): Refusal {
  return (status, sentence) => {
    const content = { status, message: sentence, errors: [sentence] };
    const { mediaType, body } = mock().contract.errorBodies.for(undefined, content);
    const headers = { ...protectiveHeaders, ...corsHeaders, 'Content-Type': `${mediaType}; charset=utf-8` };
    return { headers, body: JSON.stringify(body) };
  };
}

/** As problem details (RFC 9457), which no page of another origin can read. */
export const problemRefusal: Refusal = (status, sentence) => {
  const { headers, body } = problemResponse(new ControlProblem(status, `${sentence}.`));
  return { headers, body: String(body) };
};

/** Sends a refusal in answer to a request. @param further headers besides its own */
export function sendRefusal(
  response: ServerResponse,
  status: number,
  { headers, body }: ReturnType<Refusal>,
  further: Readonly<Record<string, string>> = {},
): void {
  const size = { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...size, ...further }).end(body);
}

type Reason = readonly [status: number, reason: string, sentence: string];

/** Errors of Node's HTTP parser, as status and sentence; any other is a malformed request. */
const reasons: Readonly<Record<string, Reason>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    413,
    'Content Too Large',
    'The chunk extensions of the request are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive'],
};
const malformed: Reason = [400, 'Bad Request', 'The request is not valid HTTP/1.1'];

const connectRefused: Reason = [405, 'Method Not Allowed', 'CONNECT is not allowed: this server is no proxy'];

/** The time that a refused client may take to close its side, in milliseconds. */
const lingerMs = 1_000;

/** Node's error after broken bytes; Node emits it again for each chunk that follows. */
type BrokenSocket = Duplex & {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
};

/**
 * Answers malformed requests, and closes their connections; so it does with CONNECT, for which Node hands over the bare
 * connection: the mock is no proxy.
 */
export function refuseMalformed(server: Server, refusal: Refusal, accessLog: AccessLog | undefined): void {
  const refuse = (socket: Duplex, reason: Reason): void => {
    writeRefusal(refusal, socket, reason);
    accessLog?.refused(socket, reason[0]);
  };
  const refused = new WeakSet<Duplex>();
  server.on('connect', (_request, socket) => refuse(socket, connectRefused));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: BrokenSocket) => {
    if (error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    if (refused.has(socket)) return;
    refused.add(socket);
    const incoming = socket.parser?.incoming;
    afterEarlierAnswers(socket, incoming?.complete === false ? incoming : undefined, (answered) => {
      if (!socket.writable) socket.destroy();
      else if (answered) endOrderly(socket);
      else refuse(socket, reasons[error.code ?? ''] ?? malformed);
    });
  });
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
  socket.once('close', () => clearTimeout(cut));
  socket.end(bytes);
}

function writeRefusal(refusal: Refusal, socket: Duplex, [status, reason, sentence]: Reason): void {
  const { headers: own, body } = refusal(status, sentence);
  const bytes = Buffer.from(body);
  const fields = [
    ...Object.entries(own).flat(),
    ...['Content-Length', String(bytes.length), 'Connection', 'close'],
    ...(status === 405 ? ['Allow', 'GET, HEAD, POST, OPTIONS'] : []),
  ];
  const head = Buffer.from(headText(status, reason, fields));
  refusals.set(socket, { status, headBytes: head.length, bodyBytes: bytes.length });
  endOrderly(socket, Buffer.concat([head, bytes]));
}
