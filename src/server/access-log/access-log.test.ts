/** The access log as operators use it: a file or a pipe with a JSON line for each response. */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createServer } from '../../index.js';
import type { DrydockServer } from '../create-server.js';
import { CliProcess } from '../../testing/cli-process.js';
import { LogLines } from '../../testing/log-lines.js';
import { send, sendRaw } from '../../testing/mock-server.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';

type Line = Record<string, unknown>;

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** Returns the log of a mock while something is done to it. */
async function logged(act: (server: DrydockServer) => Promise<unknown>): Promise<Line[]> {
  const accessLog = join(temporaryFolder(), 'access.log');
  const server = await createServer({ port: 0, accessLog, keys: ['own-secret-key'] });
  await act(server);
  await server.close();
  return linesOf(accessLog);
}

async function appears(file: string): Promise<void> {
  while (!existsSync(file)) await wait(5);
}

/** The lines of a file as soon as there are some. */
async function writtenTo(file: string): Promise<Line[]> {
  while (!existsSync(file) || linesOf(file).length === 0) await wait(5);
  return linesOf(file);
}

describe('a line of the access log', () => {
  it('has the request, its client, the response and its reason', async () => {
    const headers = {
      Authorization: 'Bearer dk_test_shop',
      'X-Request-Id': 'web-7',
      'X-Mock-Scenario': 'rate-limited',
    };
    const [line, ...more] = await logged((server) => send(server, 'GET', '/categories?page=2', { headers }));
    expect(more).toEqual([]);
    expect(line).toEqual({
      ...{
        level: 'info',
        pid: process.pid,
        method: 'GET',
        path: '/api/v1/developer/categories',
        status: 429,
      },
      ...{ client: '127.0.0.1', requestId: 'web-7', operation: 'listCategories', sandbox: 'shop' },
      scenario: 'rate-limited',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      durationMs: expect.any(Number),
      bytes: expect.any(Number),
    });
    expect(line?.bytes).toBeGreaterThan(300);
  });

  it('counts the bytes of each response on a connection', async () => {
    let received = 0;
    const lines = await logged(async (server) => {
      const request = (rest: string) => `GET /orders/x HTTP/1.1\r\nHost: x\r\n${rest}\r\n`;
      received = (await sendRaw(server, request('') + request('Connection: close\r\n'))).length;
    });
    expect(lines.map(({ status }) => status)).toEqual([401, 401]);
    expect(lines.reduce((sum, { bytes }) => sum + Number(bytes), 0)).toBe(received);
  });

  it('holds no key, token, query or header value', async () => {
    const lines = await logged(async (server) => {
      for (const key of ['own-secret-key', 'wrong-secret-key', 'dk_test_a~flaky']) {
        const headers = { Authorization: `Bearer ${key}` };
        await send(server, 'GET', `/categories?api_key=${key}&q=secret`, { headers });
      }
      const headers = { Authorization: `Bearer ${server.controlToken}` };
      for (const path of ['scenarios', `scenarios?token=${server.controlToken}`])
        await fetch(`${server.origin}/__drydock/${path}`, { headers });
      const target = `http://user:secret@127.0.0.1:${server.port}/categories?secret`;
      const rest = 'Host: x\r\nX-Request-Id: a secret\r\nConnection: close\r\n\r\n';
      await sendRaw(server, `GET ${target} HTTP/1.1\r\n${rest}`);
    });
    expect(lines.map(({ status }) => status)).toEqual([200, 401, 500, 200, 400, 400]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|token|dk_test|Bearer/);
  });

  it('is a single line whatever the request contains', async () => {
    const lines = await logged((server) =>
      sendRaw(server, 'GET /a"b\\\u001b%0A{"status":200} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    );
    expect(lines).toHaveLength(1);
  });

  it('is written for malformed requests, and not for probes that succeed', async () => {
    const lines = await logged(async (server) => {
      for (const path of ['health', 'ready']) await fetch(`${server.origin}/__drydock/${path}`);
      await sendRaw(server, 'no HTTP at all\r\n\r\n');
      await sendRaw(server, 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
    });
    expect(lines).toMatchObject([
      { status: 400, malformed: true, client: '127.0.0.1' },
      { status: 405, malformed: true },
    ]);
  });

  it('is written when the client disconnects before its response', async () => {
    const lines = await logged(async (server) => {
      const held = connect(server.port, '127.0.0.1');
      const head =
        'GET /categories HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer dk_test_a~never-answers\r\n\r\n';
      held.write(head);
      // The journal shows when the mock has received the request.
      const url = `${server.origin}/__drydock/sandboxes/a/requests`;
      const headers = { Authorization: `Bearer ${server.controlToken}` };
      while (!(await (await fetch(url, { headers })).text()).includes('never-answers'));
      held.destroy();
      await new Promise((resolve) => held.once('close', resolve));
    });
    const [aborted] = lines.filter(({ operation }) => operation === 'listCategories');
    expect(aborted).toMatchObject({ aborted: true, fault: 'never-answer', bytes: 0 });
    expect(aborted).not.toHaveProperty('status');
  });
});

describe('the access log', () => {
  const ready = async (mock: CliProcess) => (await mock.line(/ready/)).replace('Drydock ready at ', '');
  const stop = async (mock: CliProcess) => {
    mock.child.kill('SIGTERM');
    return mock.finished;
  };

  it('goes to standard output after the ready line, and is complete when the mock ends', async () => {
    const mock = new CliProcess(['mock', '--port', '0', '--access-log', '-']);
    const url = await ready(mock);
    await Promise.all(Array.from({ length: 200 }, () => fetch(`${url}/categories`)));
    const { exitCode, out, err } = await stop(mock);
    expect([exitCode, err, out[0]]).toEqual([0, [], `Drydock ready at ${url}`]);
    expect(out.filter((line) => line.startsWith('{"level":"info"'))).toHaveLength(200);
  });

  it('survives a full disk, and reports it once', async () => {
    const mock = new CliProcess(['mock', '--port', '0', '--access-log', '/dev/full']);
    const url = await ready(mock);
    for (let call = 0; call < 20; call += 1) expect((await fetch(`${url}/categories`)).status).toBe(401);
    const { exitCode, err } = await stop(mock);
    expect([exitCode, err.length]).toEqual([0, 1]);
    expect(err[0]).toMatch(
      /^The access log \/dev\/full can't be written, lines may be lost: the disk is full\.$/,
    );
  });

  it('reopens its file after SIGHUP', async () => {
    const file = join(temporaryFolder(), 'access.log');
    const mock = new CliProcess(['mock', '--port', '0', '--access-log', file]);
    const url = await ready(mock);
    await fetch(`${url}/first`);
    expect(await writtenTo(file)).toMatchObject([{ path: '/api/v1/developer/first' }]);
    renameSync(file, `${file}.1`);
    mock.child.kill('SIGHUP');
    await appears(file);
    await fetch(`${url}/second`);
    expect(await writtenTo(file)).toMatchObject([{ path: '/api/v1/developer/second' }]);
    expect(linesOf(`${file}.1`)).toHaveLength(1);
    expect((await stop(mock)).exitCode).toBe(0);
  });

  it('stops the start when its folder does not exist', async () => {
    const { exitCode, err } = await new CliProcess(['mock', '--port', '0', '--access-log', '/no/such/a.log'])
      .finished;
    expect([exitCode, err.length]).toEqual([2, 1]);
    expect(err[0]).toMatch(
      /^Failed: the access log \/no\/such\/a\.log can't be opened: there is no such file or folder\.$/,
    );
  });

  it('passes its warnings to the log function of the program that embeds the mock', async () => {
    const remarks = new LogLines();
    const server = await createServer({ port: 0, accessLog: '/dev/full', log: remarks.write });
    await send(server, 'GET', '/categories');
    expect(await remarks.next()).toContain("The access log /dev/full can't be written");
    await server.close();
  });
});
