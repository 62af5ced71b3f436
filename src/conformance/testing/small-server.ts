import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A test server at a free port of this machine. */
export interface SmallServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function httpServer(listener: RequestListener): Promise<SmallServer> {
  const server = createServer((request, response) => {
    // A blank before a colon, which Node refuses itself from 20.19.2 on.
    const isMalformed = request.rawHeaders.some((name, index) => index % 2 === 0 && name.endsWith(' '));
    if (isMalformed) response.writeHead(400, { Connection: 'close' }).end();
    else listener(request, response);
  });
  return {
    url: await listen(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A listener that gets a request with its whole body, as text. */
export function wholeRequests(
  answer: (request: IncomingMessage, text: string, response: ServerResponse) => void,
): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, Buffer.concat(chunks).toString('utf8'), response));
  };
}

/** A request as a server of answers reads it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A response: what the body is follows from its type. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | object | undefined;
}

/** A server that remembers what it was asked. */
export interface AskedServer extends SmallServer {
  /** Every request, such as `DELETE /todos/1`. */
  readonly calls: readonly string[];
}

export async function answeringServer(answer: (call: Call) => Answer): Promise<AskedServer> {
  const calls: string[] = [];
  const listener = wholeRequests(({ method = '', url = '', headers }, text, response) => {
    const { pathname: path, searchParams: query } = new URL(url, 'http://localhost');
    calls.push(`${method} ${url}`);
    send(response, answer({ method, path, query, headers, text }));
  });
  return { ...(await httpServer(listener)), calls };
}

function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  const type = isJson && headers['Content-Type'] === undefined ? { 'Content-Type': 'application/json' } : {};
  response.writeHead(status, { ...type, ...headers }).end(isJson ? JSON.stringify(body) : body);
}

/** A server that answers whatever it receives with raw bytes. */
export async function rawServer(respond: (socket: Socket, received: string) => void): Promise<SmallServer> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => respond(socket, chunk.toString('latin1')));
  });
  return {
    url: await listen(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Starts a server at a free port. @returns its address */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
