import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { InnerSocket } from './inner-socket.js';

/** Writes bytes, and resolves with the error of the write, or with undefined once all of them are read. */
const written = (socket: InnerSocket, bytes: Buffer): Promise<Error | null | undefined> =>
  new Promise((resolve) => socket.on('error', () => undefined).write(bytes, resolve));

describe('a connection within this process', () => {
  const bytes = Buffer.alloc(100_000, 'abcdefg');

  it('hands over no more than the other side reads, and counts what it has read', async () => {
    const [client, server] = InnerSocket.pair();
    const whole = written(server, bytes);
    await once(client, 'readable');
    expect(client.readableLength).toBeLessThan(bytes.length / 10);
    expect([server.bytesTaken, server.bytesWritten]).toEqual([0, bytes.length]);
    const read: Buffer[] = [];
    client.on('data', (part: Buffer) => read.push(part));
    expect(await whole).toBeFalsy();
    expect(Buffer.concat(read)).toEqual(bytes);
    expect([server.bytesTaken, server.bytesWritten]).toEqual([bytes.length, bytes.length]);
  });

  it('is reset when one side goes away that has not read everything', async () => {
    const [client, server] = InnerSocket.pair();
    const whole = written(server, bytes);
    client.once('data', () => client.destroy());
    expect(await whole).toMatchObject({ code: 'ECONNRESET' });
    expect(server.bytesTaken).toBeLessThan(bytes.length / 10);
  });
});
