import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { ServerContext } from '../server-context.js';
import { limitConnections, nodeLimits, type ConnectionLimits } from './connection-limits.js';
import { trackConnections, type HttpServer } from './drain.js';
import { refuseForMemory, requestListener, startIn } from './handle-request.js';
import { Pipelines } from './pipelines.js';
import { countHeads, maxHeadBytes as ownMaxHeadBytes } from './count-heads.js';
import { handleExpect } from './expect-continue.js';
import { messageClasses } from './tricks/message-classes.js';
import { handleUpgrades, upgradableClasses } from './upgrades.js';
import { refuseMalformed, type Refusal } from './refuse-malformed.js';
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
  const start = startIn(app);
  const pipelines = new Pipelines({
    ...{ start, loads },
    refuse: (response) => refuseForMemory(context, response),
  });
  const maxHeadBytes = context.gateway?.maxHeadBytes ?? ownMaxHeadBytes;
  const noted = { silent: new Set<Socket>(), last: new WeakMap<Socket, ServerResponse>() };
  const own = messageClasses(app, tricks);
  const classes = context.gateway ? upgradableClasses(own) : own;
  const created = transport.create(
    {
      ...classes,
      ...nodeLimits(limits),
      maxHeaderSize: maxHeadBytes,
      // Node would refuse a request without Host with an empty body; the mock does it in the document's shape.
      requireHostHeader: false,
      writeTimeout: limits.writeTimeout,
      count: (closing, bytes) => void loads.of(closing, bytes),
      refuses() {
        if (memory.isFull) memory.refused += 1;
        return memory.isFull;
      },
    },
    requestListener(start, pipelines, noted),
  );
  const { server } = created;
  const connections = trackConnections(server, { ...created, connected: transport.connected, ...noted });
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
