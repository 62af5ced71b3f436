import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { ControlToken } from '../control/guard/control-token.js';
import { createMcpServer, loadProtocol } from './mcp-server.js';
import type { ToolContext } from './tool.js';
import { hostName, isLoopback } from '../control/guard/known-hosts.js';

/** The path of the tools. */
const path = '/mcp';
/** Clients may go without a word; beyond so many sessions the one that began first ends. */
const maxSessions = 64;

export interface HttpOptions {
  /** Of 127.0.0.1; 0 for a free one. */
  readonly port: number;
  /** The token that clients must send. */
  readonly token: ControlToken;
  /** Called with the address of the tools once they can be reached. */
  readonly onListening: (url: string) => void;
}

/**
 * Serves the tools over streamable HTTP on this machine until it is stopped, each session with a context of its own.
 *
 * @throws OptionError where the package of the protocol is not installed; Error of the system where the port can't be listened on
 */
export async function serveMcpOverHttp(
  contextOf: () => ToolContext,
  { port, token, onListening }: HttpOptions,
  stopped: Promise<void>,
): Promise<void> {
  const { StreamableHTTPServerTransport: Transport } = await loadProtocol(
    () => import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
  );
  const sessions = new Sessions(contextOf, Transport);
  const server = createServer((request, response) => {
    const refusal = refusalOf(request.headers, token);
    if (refusal) refuse(response, refusal.status, refusal.reason);
    else if (request.url !== path) refuse(response, 404, `The tools are at ${path}.`);
    else
      sessions.handle(request, response).catch(() => {
        if (response.headersSent) response.destroy();
        else refuse(response, 500, 'The request could not be handled.');
      });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onListening(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  await stopped;
  await sessions.close();
  server.closeAllConnections();
  server.close();
}

/** The clients that are connected. */
class Sessions {
  private readonly transports = new Map<string, StreamableHTTPServerTransport>();

  constructor(
    private readonly contextOf: () => ToolContext,
    private readonly Transport: typeof StreamableHTTPServerTransport,
  ) {}

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? this.transports.get(id) : undefined;
    if (id !== undefined && !known) {
      refuse(response, 404, 'There is no such session: begin again with initialize.');
      return;
    }
    await (known ?? (await this.begin())).handleRequest(request, response);
  }

  async close(): Promise<void> {
    await Promise.all([...this.transports.values()].map((transport) => transport.close()));
  }

  /** A transport that becomes a session with the first message, which must be `initialize`. */
  private async begin(): Promise<StreamableHTTPServerTransport> {
    const transport = new this.Transport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.transports.set(id, transport);
        const [oldest] = this.transports.values();
        if (this.transports.size > maxSessions) void oldest?.close();
      },
    });
    const server = await createMcpServer(this.contextOf());
    server.onclose = () => {
      if (transport.sessionId !== undefined) this.transports.delete(transport.sessionId);
    };
    await server.connect(transport);
    return transport;
  }
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer realm="drydock mcp"' } : {};
  const error = { jsonrpc: '2.0', id: null, error: { code: -32000, message: reason } };
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close', ...challenge });
  response.end(JSON.stringify(error));
}

/**
 * Guards the tools as the control API is guarded: a page in a browser on this machine may send requests here, even under a name of its
 * own, and another user of the machine may too. Neither knows the token, and a page can choose neither Host nor Origin.
 *
 * @returns why a request is not for the tools, a sentence; undefined for a client that knows the token
 */
function refusalOf(headers: IncomingHttpHeaders, token: ControlToken) {
  const name = hostName(headers.host);
  if (name === undefined || !isLoopback(name))
    return { status: 421, reason: 'The Host header must name this machine, such as 127.0.0.1.' };
  const { origin, 'sec-fetch-site': site = 'none' } = headers;
  const isForeign = origin !== undefined && origin !== `http://${headers.host}`;
  if (isForeign || !['none', 'same-origin'].includes(site))
    return { status: 403, reason: 'A page of another site may not use these tools.' };
  const [, given] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (given !== undefined && token.equals(given)) return undefined;
  const what = given === undefined ? 'The tools need their token' : 'This is not the token of these tools';
  return {
    status: 401,
    reason: `${what}: send the header Authorization: Bearer TOKEN with the one that drydock mcp printed or was given.`,
  };
}
