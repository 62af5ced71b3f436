import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import type { ServerContext } from '../server-context.js';
import { limitConnections, nodeLimits } from './connection-limits.js';
import type { ConnectionLimits } from './connection-limits.js';
import { trackConnections } from './drain.js';
import type { Connections, HttpServer } from './drain.js';
import { refuseForMemory } from './handle-request.js';
import { Pipelines } from './pipelines.js';
import { handleExpect } from './expect-continue.js';
import { messageClasses } from './tricks/message-classes.js';
import { refuseConnect, refuseMalformed } from './refuse-malformed.js';
import type { Refusal } from './refuse-malformed.js';

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
): HttpServer {
  const { tricks, accessLog, loads, log } = context;
  const start = (request: IncomingMessage, response: ServerResponse): void => {
    // Without a final handler Express makes one for each request. Nothing gets past the routes and the problem handler.
    app(request as Request, response as Response, () => response.destroy());
  };
  const refuse = (response: ServerResponse): void => {
    refuseForMemory(context, response);
  };
  const pipelines = new Pipelines({ start, refuse, loads });
  const server: Server = createServer(
    {
      ...messageClasses(app, tricks),
      ...nodeLimits(limits),
      maxHeaderSize: 16_384,
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
  const connections = trackConnections(server);
  server.on('connection', (socket) => {
    loads.of(socket);
  });
  server.on('clientError', refuseMalformed(refusal, accessLog));
  server.on('connect', refuseConnect(refusal, accessLog));
  handleExpect(server, context);
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
