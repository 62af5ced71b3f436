/** A request with several things wrong gets the earliest refusal: 401, 403, 429, 404, 405, 413, 415, 400, unknown order. */
import { expect, it } from 'vitest';
import { send, startMock } from '../testing/mock-server.js';
import { rateRequest } from '../testing/rate-requests.js';

const server = await startMock({ quota: { limit: 3, windowSeconds: 3600 } });

interface Wrong {
  key?: 'missing' | 'limited' | 'spent' | undefined;
  path?: string;
  method?: string;
  body?: 'large' | 'invalid';
  type?: string;
}

for (let spent = 0; spent < 3; spent += 1)
  await send(server, 'GET', '/categories', { headers: { Authorization: 'Bearer dk_test_spent' } });

let sandboxes = 0;
async function statusOf({
  key,
  path = '/get-shipping-rates',
  method = 'POST',
  body,
  type = 'application/json',
}: Wrong) {
  sandboxes += 1;
  const keys = { limited: 'dk_limited_a', spent: 'dk_test_spent' };
  const headers = {
    'Content-Type': type,
    ...(key === 'missing'
      ? {}
      : { Authorization: `Bearer ${key ? keys[key] : `dk_test_order-${sandboxes}`}` }),
  };
  const text = JSON.stringify(rateRequest(body === 'invalid' ? { weight: 0 } : {}));
  const sent = method === 'GET' ? {} : { body: body === 'large' ? text.padEnd(1_100_000, ' ') : text };
  return (await send(server, method, path, { headers, ...sent })).status;
}

it.each<[number, string, Wrong]>([
  [200, 'nothing', {}],
  [401, 'no key and everything else', { key: 'missing', path: '/no', body: 'large', type: 'text/plain' }],
  [401, 'no key and a wrong method', { key: 'missing', method: 'PUT' }],
  [401, 'no key and an invalid body', { key: 'missing', body: 'invalid' }],
  [403, 'a limited key on an unknown path', { key: 'limited', path: '/no', body: 'large' }],
  [403, 'a limited key and an invalid body', { key: 'limited', body: 'invalid' }],
  [429, 'a spent quota on an unknown path', { key: 'spent', path: '/no' }],
  [429, 'a spent quota and a wrong method', { key: 'spent', method: 'PUT', body: 'large' }],
  [429, 'a spent quota and an invalid body', { key: 'spent', body: 'invalid', type: 'text/plain' }],
  [404, 'an unknown path with a large body', { path: '/no', body: 'large', type: 'text/plain' }],
  [405, 'a wrong method with a large body', { method: 'PUT', body: 'large', type: 'text/plain' }],
  [413, 'a large body of another type', { body: 'large', type: 'text/plain' }],
  [415, 'another type and an invalid body', { body: 'invalid', type: 'text/plain' }],
  [400, 'an invalid body', { body: 'invalid' }],
  [404, 'an unknown order', { method: 'GET', path: '/orders/DDK0' }],
])('%i: %s', async (status, _, wrong) => {
  expect(await statusOf(wrong)).toBe(status);
});

it('a request that is refused for its key does not count against the quota', async () => {
  const headers = { Authorization: 'Bearer dk_limited_poor', 'Content-Type': 'application/json' };
  for (let time = 0; time < 5; time += 1)
    expect((await send(server, 'POST', '/create-order', { headers, body: '{}' })).status).toBe(403);
  expect((await send(server, 'GET', '/categories', { headers })).status).toBe(200);
});
