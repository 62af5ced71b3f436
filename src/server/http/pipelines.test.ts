/**
 * Bounds of what clients make the server hold while they are connected: many requests at once, unfinished bodies, unread responses.
 */
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { send, sendRaw, startMock } from '../../testing/mock-server.js';

const request = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer dk_test_a\r\n${more}\r\n`;
const close = 'Connection: close\r\n';
const slow = 'X-Mock-Scenario: slow\r\n';

describe('a connection with thousands of pipelined requests', () => {
  it('gets all responses in order', async () => {
    const server = await startMock();
    const paths = Array.from({ length: 2000 }, (_, index) => `/orders/N${index}N`);
    const stream = paths.map((path) => request(path)).join('') + request('/categories', close);
    const answer = await sendRaw(server, stream);
    const named = [...answer.matchAll(/Order not found.*?(N\d+N)/g)].map(([, number]) => `/orders/${number}`);
    expect(named).toEqual(paths);
    expect(answer).toContain('HTTP/1.1 200 OK');
  });

  it('has at most 100 of them under way, and they wait without a warning of Node', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const server = await startMock();
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    socket.write(
      request('/categories', 'X-Mock-Scenario: never-answers\r\n') +
        request('/categories', slow).repeat(3000),
    );
    // The first is recorded as it comes, the others once their wait is over.
    const recorded = async (): Promise<number> =>
      ((await (await control(server, 'sandboxes')).json()) as { sandboxes: { requests: number }[] })
        .sandboxes[0]?.requests ?? 0;
    while ((await recorded()) < 100);
    await send(server, 'GET', '/categories', { headers: { 'X-Mock-Scenario': 'slow' } });
    expect(await recorded()).toBe(100);
    socket.destroy();
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});

function control(
  { port, controlToken }: { readonly port: number; readonly controlToken: string },
  path: string,
) {
  const headers = { Authorization: `Bearer ${controlToken}` };
  return fetch(`http://127.0.0.1:${port}/__drydock/${path}`, { headers });
}

describe('a mock whose memory budget is spent', () => {
  const post = 'POST /create-order HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

  it('refuses uploads beyond their quarter of it with 503, and answers others', async () => {
    const server = await startMock({ maxMemory: '16MB' });
    const part = `${post}Content-Length: 1048576\r\n\r\n${' '.repeat(1_000_000)}`;
    const sockets = Array.from({ length: 12 }, () => connect(server.port, '127.0.0.1'));
    const refused = sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket.on('error', () => undefined).once('data', (chunk: Buffer) => resolve(chunk.toString()));
          socket.write(part);
        }),
    );
    const first = await Promise.race(refused);
    expect(first).toMatch(/^HTTP\/1\.1 503 [^]*^Retry-After: 5\r\n[^]*"response_code":"503"/m);
    expect((await send(server, 'GET', '/categories')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('answers 503 before a body is read, while control API and health answer, until a reset', async () => {
    const logged: string[] = [];
    const server = await startMock({ maxMemory: '16MB', log: (line) => logged.push(line) });
    const { state } = server.mock();
    const names = Array.from({ length: 16 }, (_, index) => `full-${index}`);
    for (const name of names)
      for (let index = 0; index < 17; index += 1)
        await state.documents.save(name, 'notes', String(index), 'x'.repeat(65_000));
    const answer = await sendRaw(server, `${post}Content-Length: 1000\r\n${close}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*^Retry-After: 5\r\n[^]*the option maxMemory/m);
    const statuses = await Promise.all(
      ['health', 'ready', 'sandboxes', 'metrics'].map(async (path) => (await control(server, path)).status),
    );
    expect(statuses).toEqual([200, 503, 200, 200]);
    const headers = { Authorization: `Bearer ${server.controlToken}`, 'Content-Type': 'application/json' };
    await fetch(`http://127.0.0.1:${server.port}/__drydock/reset`, { method: 'POST', headers });
    expect((await send(server, 'GET', '/categories')).status).toBe(200);
  });

  it.each(['lots', '1MB', '-5MB', '256'])('is not started with the budget %j', async (maxMemory) => {
    await expect(startMock({ maxMemory })).rejects.toThrow(
      `The option maxMemory must be a size of at least 16MB such as 256MB or 1GB, got "${maxMemory}".`,
    );
  });
});
