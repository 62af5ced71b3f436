/** DRYDOCK_PLAIN_HTTP turns tricks off, all or by name; clients see no difference. */
import { afterEach, describe, expect, it } from 'vitest';
import { createServer } from '../../../index.js';
import { tricksInUse } from './tricks.js';

const before = process.env.DRYDOCK_PLAIN_HTTP;
afterEach(() => {
  if (before === undefined) delete process.env.DRYDOCK_PLAIN_HTTP;
  else process.env.DRYDOCK_PLAIN_HTTP = before;
});

const every = ['prototypes', 'direct'];

describe('DRYDOCK_PLAIN_HTTP', () => {
  it.each([
    [undefined, every],
    ['', every],
    ['0', every],
    ['1', []],
    ['direct', ['prototypes']],
    ['prototypes, direct', []],
  ])('set to %j leaves %j in use', (plain, left) => {
    expect([...tricksInUse(plain)]).toEqual(left);
  });

  it('stops the start when it names no trick', async () => {
    process.env.DRYDOCK_PLAIN_HTTP = 'direct,faster';
    await expect(createServer({ port: 0 })).rejects.toThrow(
      'DRYDOCK_PLAIN_HTTP must be 1, or some of prototypes, direct between commas; got "faster".',
    );
  });

  it.each(['1', ...every])('set to %s changes no response', async (plain) => {
    const responses = [];
    for (const setting of ['0', plain]) {
      process.env.DRYDOCK_PLAIN_HTTP = setting;
      const server = await createServer({ port: 0, quota: 'off', clock: '2026-01-01T00:00:00Z' });
      responses.push(await responsesOf(server.url));
      await server.close();
    }
    expect(responses[1]).toEqual(responses[0]);
  });
});

async function responsesOf(url: string): Promise<unknown[]> {
  const responses = [];
  for (const { path = '/categories', ...request } of requests) {
    const response = await fetch(url + path, {
      ...request,
      headers: { Authorization: 'Bearer dk_test_plain', 'Content-Type': 'application/json' },
    });
    const headers = [...response.headers].filter(([name]) => name !== 'date');
    responses.push([response.status, headers, (await response.text()).replaceAll(url, 'URL')]);
  }
  return responses;
}

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly body?: string;
}
const requests: readonly Sent[] = [
  {},
  { method: 'HEAD' },
  { method: 'DELETE' },
  { method: 'OPTIONS' },
  { path: '/get-shipping-rates', method: 'POST', body: '{"weight": 0}' },
  { path: '/get-shipping-rates', method: 'POST', body: ' '.repeat(100_000) },
  { path: '/nowhere', method: 'POST', body: 'unread' },
];
