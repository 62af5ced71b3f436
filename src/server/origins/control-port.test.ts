/** The port of the control origin: which it is, and how it opens and closes beside that of the service. */
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createServer } from '../../index.js';
import { startMock } from '../../testing/mock-server.js';
import { freePort } from '../../testing/redis-server.js';
import { openControlPort } from './listen.js';

describe('openControlPort', () => {
  const inUse = Object.assign(new Error('in use'), { code: 'EADDRINUSE' });
  /** Opens every port but the taken ones; 0 is 50000. */
  const opener = (taken: readonly number[]) => (port: number) =>
    taken.includes(port) ? Promise.reject(inUse) : Promise.resolve(port === 0 ? 50_000 : port);

  it.each([
    ['auto', 4010, [], { port: 4011, taken: undefined }],
    ['auto', 4010, [4011], { port: 50_000, taken: 4011 }],
    ['auto', 8080, [], { port: 50_000, taken: undefined }],
    ['auto', 0, [], { port: 50_000, taken: undefined }],
    [4020, 4010, [4011], { port: 4020, taken: undefined }],
    [0, 0, [], { port: 50_000, taken: undefined }],
  ] as const)('%j beside %i with %j taken opens %j', async (wanted, beside, taken, opened) => {
    expect(await openControlPort(wanted, beside, opener(taken))).toEqual(opened);
  });

  it('refuses a control port that is in use, and the port of the service', async () => {
    await expect(openControlPort(4020, 4010, opener([4020]))).rejects.toMatchObject({
      ofControlOrigin: true,
    });
    await expect(openControlPort(4010, 4010, opener([]))).rejects.toThrow(
      'The control port must be another than the port of the service, got 4010.',
    );
  });
});

describe('createServer with a control port', () => {
  const free = async (port: number) => {
    const probe = createTcpServer().listen(port, '127.0.0.1');
    await new Promise((resolve, reject) => probe.once('listening', resolve).once('error', reject));
    await new Promise((resolve) => probe.close(resolve));
  };

  it('answers what is under way on it when it stops, and frees both ports', async () => {
    const mock = await createServer({ port: 0, controlPort: 0 });
    const port = mock.control?.port ?? 0;
    const body = '{"scenario":"flaky"}';
    const head = `PUT /__drydock/default-scenario HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${mock.controlToken}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    let received = '';
    await new Promise((resolve) => socket.once('data', resolve));
    const closing = mock.close();
    socket.on('data', (chunk) => (received += chunk.toString())).write(body);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(received).toMatch(/^HTTP\/1\.1 200 [\s\S]*Connection: close/);
    await closing;
    await Promise.all([free(port), free(mock.port)]);
  });

  it('has the same limit of connections on it', async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const mock = await startMock({ controlPort: 0, limits: { maxConnections: 1 }, log });
    const port = mock.control?.port ?? 0;
    const first = connect(port, '127.0.0.1');
    await new Promise((resolve) => first.once('connect', resolve));
    const second = connect(port, '127.0.0.1');
    await new Promise((resolve) => second.on('error', () => undefined).once('close', resolve));
    expect(lines).toEqual([expect.stringMatching(/^More than 1 connections at once/)]);
    first.destroy();
  });

  it.each(['port', 'controlPort'] as const)('leaves nothing open when its %s is taken', async (name) => {
    const taken = createTcpServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const other = await freePort();
    const ports = { port: other, controlPort: other, [name]: port };
    await expect(createServer(ports)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await free(other);
    taken.close();
  });
});
