import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Express } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drydock, type MockClient } from '../../client/index.js';
import { createServer } from '../../index.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';

const before = process.env.XDG_DATA_HOME;
beforeAll(() => {
  process.env.XDG_DATA_HOME = temporaryFolder();
});
afterAll(() => {
  if (before === undefined) delete process.env.XDG_DATA_HOME;
  else process.env.XDG_DATA_HOME = before;
});

/** Sends a request whose response may break. @returns the bytes of its body */
function bytesOf(url: string, headers: Record<string, string>): Promise<number> {
  const options = { headers, agent: false, rejectUnauthorized: false };
  return new Promise((resolve) => {
    let size = 0;
    const send = url.startsWith('https:') ? secureRequest : request;
    const sent = send(url, options, (response) => {
      response.on('data', (chunk: Buffer) => (size += chunk.length));
      response.on('error', () => undefined).on('close', () => resolve(size));
    });
    sent.on('error', () => resolve(0));
    sent.end();
  });
}

it('what leaves by TLS is recorded as what leaves without, to the byte', async () => {
  const record = async (options: object): Promise<unknown> => {
    const mock: MockClient = await drydock.start({ ...options, quota: 'off' });
    const sandbox = mock.sandbox('bytes');
    const seen: unknown[] = [];
    for (const scenario of ['normal', 'truncated', 'connection-reset', 'garbage']) {
      const headers = sandbox.headers(scenario);
      seen.push(await bytesOf(`${sandbox.url}/categories`, headers));
    }
    const entries = await sandbox.requests();
    await mock.close();
    return { seen, deliveries: entries.map(({ delivery }) => [delivery.ending, delivery.bodyBytes]) };
  };
  const [plain, secure] = [await record({}), await record({ https: true })];
  expect(secure).toEqual(plain);
  expect(plain).toMatchObject({
    deliveries: [
      ['complete', expect.any(Number)],
      ['cut', expect.any(Number)],
      ['reset', 0],
      ['closed', expect.any(Number)],
    ],
  });
});

it('a stopping server answers the request under way, and does not wait for connections that never agreed on TLS', async () => {
  const patient = { headersTimeout: 86_400_000, requestTimeout: 86_400_000 };
  let note = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (note = resolve));
  const extend = (app: Express): void =>
    void app.use((_request, _response, next) => {
      note();
      next();
    });
  const mock = await createServer({ port: 0, https: true, limits: patient, extend });
  const silent = await new Promise<Socket>((resolve) => {
    const socket = connect(mock.port, '127.0.0.1', () => resolve(socket));
  });
  const ended = new Promise((resolve) => silent.once('close', resolve).resume());
  const headers = { Authorization: 'Bearer dk_test_stop', 'X-Mock-Scenario': 'slow' };
  const answered = bytesOf(`${mock.url}/categories`, headers);
  await arrived;
  await Promise.all([mock.close(), ended]);
  expect(await answered).toBeGreaterThan(100);
});
