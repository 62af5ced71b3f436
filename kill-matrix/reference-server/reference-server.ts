/**
 * A server that keeps the contract, written apart from the mock on plain node:http, against which the contract
 * suite proves itself: correct as it is, with one fault or as one variant when asked.
 */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { CATEGORIES } from './catalogue.js';
import { DEFAULT_KEYS } from './keys.js';
import { BASE_PATH, readCall, type Arrival } from './read-call.js';
import { referenceStages } from './reference-stages.js';
import type { Settings } from './settings.js';
import type { Connection, Stages } from './stages.js';

/** Replaces stages; `stages` are the correct ones, to build on. Called once for each server. */
export type Apply = (stages: Stages, settings: Settings) => Partial<Stages>;

/** The difference of a server from the correct one. */
export interface Difference {
  readonly apply: Apply;
  /** The circumstances in which the difference shows, such as a catalogue without categories. */
  readonly settings: Partial<Settings>;
}

export interface ReferenceOptions extends Partial<Settings> {
  /** The one difference from the correct server; its settings are taken, except those given here. */
  readonly variation?: Difference | undefined;
}

export interface RunningServer {
  /** The base address, with the path prefix of section 9. */
  readonly url: string;
  close(): Promise<void>;
}

const DEFAULTS: Settings = {
  port: 0,
  keys: DEFAULT_KEYS,
  quota: undefined,
  orders: true,
  assumedValues: true,
  categories: CATEGORIES,
  now: Date.now,
  wait: (ms) => (ms < Infinity ? setTimeout(ms) : new Promise(() => undefined)),
};

/** Numbers requests and connections in the order in which they arrive. */
function arrivalCounter(): (socket: Socket) => Arrival {
  const connections = new Map<Socket, Connection>();
  let requests = 0;
  let opened = 0;
  return (socket) => {
    if (!connections.has(socket)) socket.once('close', () => connections.delete(socket));
    const known = connections.get(socket) ?? { number: ++opened, requests: 0 };
    const connection = { ...known, requests: known.requests + 1 };
    connections.set(socket, connection);
    return { number: ++requests, connection };
  };
}

/**
 * Starts the server on 127.0.0.1.
 *
 * @param options - settings that differ from the defaults, and the variation if any
 * @throws when the port is taken
 */
export async function startReferenceServer(options: ReferenceOptions = {}): Promise<RunningServer> {
  const { variation, ...given } = options;
  const settings: Settings = { ...DEFAULTS, ...variation?.settings, ...given };
  const stages = referenceStages(settings);
  if (variation) Object.assign(stages, variation.apply({ ...stages }, settings));
  const count = arrivalCounter();
  const server = createServer((request, response) => {
    // Node does so itself from 20.19.2 on (RFC 9112 section 5.1).
    if (request.rawHeaders.some((name, index) => index % 2 === 0 && name.endsWith(' '))) {
      response.writeHead(400, { Connection: 'close' }).end();
      return;
    }
    readCall(request, count(request.socket), settings)
      .then((call) => stages.send(stages.encode(stages.decide(call), call), response, call))
      .catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(settings.port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE_PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
