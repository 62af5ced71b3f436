import { onTestFinished } from 'vitest';
import type { Socket } from 'node:net';
import type { Outcome } from '../target/exchange.js';
import { TargetClient } from '../target/target-client.js';
import { rawServer, type SmallServer } from './small-server.js';

/** Closes it after the test. */
export function closing<T extends { close(): unknown }>(one: T): T {
  onTestFinished(async () => void (await one.close()));
  return one;
}

/** A client of the server below /base/; both are closed after the test. */
export function clientOf(server: SmallServer, timeoutMs = 60_000): TargetClient {
  closing(server);
  return closing(new TargetClient({ baseUrl: new URL(`${server.url}/base/`), connections: 2, timeoutMs }));
}

export const get = { method: 'GET', path: '/x', headers: {} };

/** The response that a client gets from a server that sends raw bytes. */
export async function outcomeOf(send: (socket: Socket) => void, timeoutMs?: number): Promise<Outcome> {
  return clientOf(await rawServer(send), timeoutMs).send(get);
}

/** The head of a successful response, up to its last header. */
export const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
