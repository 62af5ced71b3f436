/** A proxy handles connections that the target ends while requests are on their way. */
import { request as send } from 'node:http';
import { expect, it } from 'vitest';
import type { DrydockServer } from '../server/create-server.js';
import { exchange, proxyTo, startTarget } from './testing/proxied.js';

async function brokenRules({ origin, controlToken }: DrydockServer): Promise<string[]> {
  const response = await fetch(`${origin}/__drydock/report`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' },
    body: '{"stop":false}',
  });
  const { findings } = (await response.json()) as { findings: { rule: string; verdict: string }[] };
  return findings.filter(({ verdict }) => verdict === 'FAIL').map(({ rule }) => rule);
}

const categories = { path: '/categories' };
const rates = {
  method: 'POST',
  path: '/get-shipping-rates',
  fields: ['Content-Type', 'application/json', 'Content-Length', '12'],
  body: Buffer.from('{"weight": ='),
};

it('a target that closes a kept connection instead of answering is blamed once it closes one that was not idle', async () => {
  const target = await startTarget((request, response) => {
    if (request.method === 'POST') request.socket.destroy();
    else response.writeHead(404).end();
  });
  const { server } = await proxyTo(target.url);
  const elsewhere = { path: '/elsewhere' };
  await exchange(server.origin, elsewhere);
  expect((await exchange(server.origin, rates)).status).toBe(502);
  expect(await brokenRules(server)).toEqual([]);
  await exchange(server.origin, elsewhere);
  expect((await exchange(server.origin, rates)).status).toBe(502);
  expect(await brokenRules(server)).toEqual(['http/answers']);
});

it('a request is sent again on a connection of its own, for other kept ones may be closed too', async () => {
  const used = new WeakSet<object>();
  const target = await startTarget(({ socket }, response) => {
    // Closes each connection at its second request.
    if (used.has(socket)) socket.destroy();
    else response.end('answered');
    used.add(socket);
  });
  const { server } = await proxyTo(target.url);
  // Two connections are kept; the request fails on one of them.
  await Promise.all([exchange(server.origin, categories), exchange(server.origin, categories)]);
  expect((await exchange(server.origin, categories)).body.toString()).toBe('answered');
});

it('a request whose client goes away is not sent again', async () => {
  let requests = 0;
  let arrived = (): void => undefined;
  const target = await startTarget((request, response) => {
    requests += 1;
    if (request.url === '/categories') response.end();
    else arrived();
  });
  const { server } = await proxyTo(target.url);
  await exchange(server.origin, categories);
  const left = send(`${server.origin}/slow`);
  left.on('error', () => undefined).end();
  await new Promise<void>((resolve) => (arrived = resolve));
  left.destroy();
  const closed = new Promise((resolve) => target.server.once('connection', resolve));
  // The connection of the one that left is gone, so that this request needs another.
  await Promise.all([closed, exchange(server.origin, categories)]);
  expect(requests).toBe(3);
});
