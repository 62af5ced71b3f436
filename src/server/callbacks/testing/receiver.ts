import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../../../testing/after-file.js';

/** A callback as a receiver gets it. */
export interface Received {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** False where the connection ended first. */
  readonly isWhole: boolean;
}

export interface Receiver {
  readonly url: string;
  /** All that came, in the order of its ends. */
  readonly received: Received[];
  /** Waits until so many came. */
  readonly until: (count: number) => Promise<readonly Received[]>;
  readonly first: () => Promise<Received>;
}

/** A service that gets callbacks. @param answer the status of its so-manyth response, from 1; 0 for none; default 204 */
export async function startReceiver(answer: (count: number) => number = () => 204): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    const take = (isWhole: boolean): void => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(chunks).toString();
      received.push({ method, target: url, headers, body, isWhole });
      for (const wake of waiting.splice(0)) wake();
    };
    request.on('error', () => take(false));
    request.on('end', () => {
      take(true);
      const status = answer(received.length);
      if (status === 0) response.destroy();
      else if (status >= 300 && status < 400) response.writeHead(status, { Location: '/elsewhere' }).end();
      else response.writeHead(status).end(status === 204 ? undefined : 'not now');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async until(count) {
      while (received.length < count)
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      return received;
    },
    async first() {
      const [received] = await receiver.until(1);
      if (!received) throw new Error('Nothing came.');
      return received;
    },
  };
  return receiver;
}
