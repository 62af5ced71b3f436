import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { ServerContext } from '../server-context.js';
import { limitConnections, nodeLimits, type ConnectionLimits } from './connection-limits.js';
import { trackConnections, type Connections, type HttpServer } from './drain.js';
import { refuseForMemory } from './handle-request.js';
import { Pipelines } from './pipelines.js';
import { countHeads, maxHeadBytes as ownMaxHeadBytes } from './count-heads.js';
import { handleExpect } from './expect-continue.js';
import { messageClasses } from './tricks/message-classes.js';
import { handleUpgrades, upgradableClasses } from './upgrades.js';
import { refuseMalformed, sendRefusal, type Refusal } from './refuse-malformed.js';
import { plainTransport, type Transport } from './transport.js';

/**
 * Node's HTTP server around an application, with limits and a response to malformed requests.
 *
 * @param refusal what answers requests that are no HTTP
 */
export function httpServer(
  app: Express,
  context: ServerContext,
  limits: ConnectionLimits,
  refusal: Refusal,
  transport: Transport = plainTransport,
): HttpServer {
  const { tricks, accessLog, loads, log, memory } = context;
  const start = (request: IncomingMessage, response: ServerResponse): void => {
    // Without a final handler Express makes one for each request. Nothing gets past the routes and the problem handler.
    app(request as Request, response as Response, () => response.destroy());
  };
  const pipelines = new Pipelines({
    ...{ start, loads },
    refuse: (response) => refuseForMemory(context, response),
  });
  const maxHeadBytes = context.gateway?.maxHeadBytes ?? ownMaxHeadBytes;
  const own = messageClasses(app, tricks);
  const classes = context.gateway ? upgradableClasses(own) : own;
  const created = transport.create(
    {
      ...classes,
      ...nodeLimits(limits),
      maxHeaderSize: maxHeadBytes,
      // Node would refuse a request without Host with an empty body; the mock does it in the document's shape.
      requireHostHeader: false,
    },
    (request, response) => {
      noteRequest(connections, request, response);
      // Until its turn comes, a pipelined response has no socket.
      if (response.socket === null) pipelines.take(request, response);
      else start(request, response);
    },
  );
  const { server } = created;
  const connections = trackConnections(server, transport.connected, created);
  server.on(transport.connected, (socket: Socket) => {
    loads.of(socket);
  });
  refuseMalformed(server, refusal, accessLog);
  handleExpect(server, context);
  if (context.gateway) handleUpgrades(server, classes, connections, start);
  countHeads(server, loads, maxHeadBytes, (socket) => {
    memory.refused += 1;
    socket.destroy();
  });
  limitConnections(server, limits, log);
  return { server, connections };
}

/** Tells the connections of a request, before it is answered. */
export function noteRequest(
  { silent, last }: Connections,
  { socket }: IncomingMessage,
  response: ServerResponse,
): void {
  silent.delete(socket);
  // Until its turn comes, a pipelined response has no socket.
  if (response.socket === null) last.set(socket, response);
}

/**
 * The first layer of an application, whatever server it is on: reads where a request is addressed to, makes its target a path, and
 * lets the access log follow.
 *
 * @param refusal answers a request that is addressed nowhere
 * @param serve serves the request; a layer of its own would cost as much as finding the route
 */
export function prepareRequest(
  { accessLog }: ServerContext,
  refusal: Refusal,
  serve: RequestHandler = (_request, _response, next) => {
    next();
  },
): RequestHandler {
  return (request, response, next) => {
    const target = request.url;
    const problem = readTarget(request);
    // Express has noted the scheme and the host of an absolute target already, and would put them before each path.
    if (problem === undefined && request.url !== target) {
      request.app(request, response, next);
      return;
    }
    accessLog?.follow(request, response);
    if (problem === undefined) serve(request, response, next);
    // The client and what is between it and here may take the request for different ones, so the connection ends.
    else sendRefusal(response, 400, refusal(400, problem), { Connection: 'close' });
  };
}

/**
 * Reads where a request is addressed to. The authority of an absolute target stands in the place of the Host header, and only
 * its path is left in the target (RFC 9112 section 3.2.2).
 *
 * @returns why the request is addressed nowhere, in a sentence; undefined when it is not
 */
function readTarget(request: IncomingMessage): string | undefined {
  const problem = readTwoWays(request.rawHeaders);
  if (problem !== undefined) return problem;
  const { url = '/' } = request;
  if (url.startsWith('/')) return undefined;
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  // `*` and names without a scheme are for the routes to refuse.
  if (authority === undefined) return undefined;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  if (authority === '' || authority.includes('@'))
    return 'The target of the request must name a host, and no user';
  request.headers.host = authority;
  return undefined;
}

/**
 * Names what another recipient may read otherwise, in a sentence (RFC 9112 sections 3.2, 5.1 and 6.1). Of several Host lines Node
 * takes the first; a blank before a colon it refuses from 20.19.2 on, and takes for a part of the name before; of transfer codings
 * it undoes the last, chunked, and hands over a body that is still coded.
 */
function readTwoWays(rawHeaders: readonly string[]): string | undefined {
  let hosts = 0;
  let codings = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      codings += 1;
      if (codings > 1 || !isChunkedAlone(rawHeaders[index + 1]))
        return 'The request has a Transfer-Encoding other than chunked';
    }
    if (name.endsWith(' ')) return 'The name of a header ends with a blank';
  }
  return hosts > 1 ? 'The request has more than one Host header' : undefined;
}

function isChunkedAlone(value = ''): boolean {
  return value.trim().toLowerCase() === 'chunked';
}
