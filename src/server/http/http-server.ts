import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Request, Response } from 'express';
import type { AssembledApp } from '../assemble.js';
import { limitConnections, nodeLimits } from './connection-limits.js';
import type { ConnectionLimits } from './connection-limits.js';
import { prepareDrain } from './drain.js';
import { handleExpect } from './expect-continue.js';
import { messageClasses } from './tricks/message-classes.js';
import { refuseConnect, refuseMalformed } from './refuse-malformed.js';

/** Node's HTTP server around the application, with limits and a response to malformed requests. */
export function httpServer(
  { app, mock, context }: Pick<AssembledApp, 'app' | 'mock' | 'context'>,
  limits: ConnectionLimits,
): Server {
  const server = createServer(
    {
      ...messageClasses(app, context.tricks),
      ...nodeLimits(limits),
      maxHeaderSize: 16_384,
      // Node would refuse a request without Host with an empty body; the mock does it in the document's shape.
      requireHostHeader: false,
    },
    (request, response) => {
      // Without a final handler Express makes one for each request. Nothing gets past the routes and the problem handler.
      app(request as Request, response as Response, () => response.destroy());
    },
  );
  server.on('clientError', refuseMalformed(mock, context.accessLog));
  server.on('connect', refuseConnect(mock, context.accessLog));
  handleExpect(server);
  limitConnections(server, limits, context.log);
  prepareDrain(server);
  return server;
}

/** @throws Node's error when it can't listen */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}
