/** Everything at once that makes a mock keep and hold memory, with an ordinary client beside it. */
import { connect, type Socket } from 'node:net';
import { Canary } from './canary.js';
import type { MockProcess } from './mock-process.js';

export interface MemoryOptions {
  readonly mock: MockProcess;
  /** Settles once journals fill the budget: uploads begin then, so that they have pipelined requests refused. */
  readonly filled: Promise<unknown>;
  /** Settles when the attacks are to end. */
  readonly over: Promise<unknown>;
  /** Uploads of 1 MiB that are never finished. */
  readonly uploads: number;
  /** Requests sent on one connection without waiting for a response. */
  readonly pipelined: number;
  /** JSON of a rate request. */
  readonly shipment: string;
}

const host = 'Host: localhost\r\n';

/** Runs all attacks side by side until they are over. */
export async function attackMemory(options: MemoryOptions) {
  const { mock, filled, over, uploads, pipelined, shipment } = options;
  const answered = new Map<number, number>();
  const sockets: Socket[] = [];
  const open = (): Socket => {
    const socket = connect(mock.port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  let ended = false;
  void over.finally(() => (ended = true));
  const isOver = (): boolean => ended;
  const exchange = clientOf(open, answered);

  const header = `X-Long: ${'v'.repeat(13_000)}\r\n`;
  const fillSandboxes = async (client: number): Promise<void> => {
    for (let number = 0; !isOver(); number += 1)
      await exchange(client, 'GET /categories', `dk_test_${client}-${number}`, header, '', 40);
  };
  const order = async (client: number): Promise<void> => {
    const key = `dk_test_orders-${client}`;
    const quote = await exchange(client, 'POST /get-shipping-rates', key, '', shipment, 1);
    const id = /rate_[\w.-]+/.exec(quote)?.[0] ?? '';
    while (!isOver())
      await exchange(client, 'POST /create-order', key, '', JSON.stringify({ rate_id: id }), 20);
  };
  const upload = async (): Promise<void> => {
    const half = Buffer.alloc(1_000_000, ' ');
    await filled;
    for (let sent = 0; sent < uploads && !isOver(); sent += 1) {
      const socket = open();
      socket.resume();
      socket.write(
        `POST /create-order HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 1048576\r\n\r\n`,
      );
      await new Promise((resolve) => socket.write(half, resolve));
    }
  };
  const pipeline = async (): Promise<void> => {
    const request = `GET /categories HTTP/1.1\r\n${host}X-Mock-Scenario: very-slow\r\n\r\n`;
    const socket = open();
    socket.resume();
    socket.write(request.repeat(pipelined));
    await over;
  };
  const canary = new Canary(mock.origin);
  await Promise.all([
    ...[0, 1, 2, 3, 4, 5].map(fillSandboxes),
    ...[10, 11].map(order),
    ...[upload(), upload(), pipeline()],
  ]);
  const ordinary = await canary.stop();
  const metrics = await (await mock.control('GET', 'metrics')).text();
  const peak = mock.memory('VmHWM');
  for (const socket of sockets) socket.destroy();
  return {
    /** Of the whole process since its start, in bytes; undefined where the system does not report it. */
    peak,
    /** Responses by status to the clients that fill the memory. */
    answered,
    ordinary,
    /** After the attack. */
    metrics,
  };
}

/** Keeps a connection for each client. */
function clientOf(open: () => Socket, answered: Map<number, number>) {
  const sockets = new Map<number, Socket>();
  /** Sends the same request several times in one go. @returns everything received */
  return async (
    client: number,
    line: string,
    key: string,
    headers: string,
    body: string,
    times: number,
  ): Promise<string> => {
    let socket = sockets.get(client);
    if (!socket || socket.destroyed) sockets.set(client, (socket = open()));
    const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const head = `${line} HTTP/1.1\r\n${host}Authorization: Bearer ${key}\r\n${headers}${length}\r\n`;
    socket.write((head + body).repeat(times));
    let text = '';
    for (let seen = 0; seen < times;) {
      const chunk = await nextChunk(socket);
      if (chunk === undefined) break;
      text += chunk;
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      for (const status of statuses.slice(seen)) answered.set(status, (answered.get(status) ?? 0) + 1);
      seen = statuses.length;
    }
    return text;
  };
}

/** Undefined at the end of the connection. */
function nextChunk(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (chunk?: Buffer): void => {
      socket.off('data', end).off('close', ended);
      resolve(chunk?.toString('latin1'));
    };
    const ended = (): void => end();
    if (socket.destroyed) ended();
    else socket.once('data', end).once('close', ended);
  });
}
