/** Requests of Node's own fetch, answered through a real MSW. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setupServer } from 'msw/node';
import { rateExamples } from '../testing/rate-requests.js';
import { createFetchHandler } from './index.js';
import { drydockHandlers } from './msw.js';

const mock = createFetchHandler({ url: 'https://api.shop.example/shipping/v1' });
const server = setupServer(...drydockHandlers(mock));
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

const sandbox = mock.sandbox();
const ask = (path: string, init: RequestInit = {}) =>
  fetch(mock.url + path, { ...init, headers: { ...sandbox.headers(), 'Content-Type': 'application/json' } });

it('MSW answers what is below the address of the service, logos too', async () => {
  expect((await ask('/categories')).status).toBe(200);
  const rated = await ask('/get-shipping-rates', {
    method: 'POST',
    body: JSON.stringify(rateExamples.domestic_commercial),
  });
  const { data } = (await rated.json()) as { data: { logo: string }[] };
  expect((await fetch(data[0]?.logo ?? '')).headers.get('content-type')).toMatch(/^image\/svg/);
});

it('MSW shows scenarios and connection faults as a server would', async () => {
  await sandbox.scenario('flaky');
  expect([(await ask('/categories')).status, (await ask('/categories')).status]).toEqual([500, 500]);
  await sandbox.scenario('connection-reset');
  await expect(ask('/categories')).rejects.toHaveProperty('name', 'TypeError');
  await sandbox.scenario('never-answers');
  await expect(ask('/categories', { signal: AbortSignal.timeout(20) })).rejects.toHaveProperty(
    'name',
    'TimeoutError',
  );
  await sandbox.expectVerified({ requests: [{ scenario: 'flaky', times: 2 }] });
});

it('MSW leaves paths that can not be decoded, and the address itself, to the mock', async () => {
  const other = mock.sandbox();
  const statusOf = async (path: string) =>
    (await fetch(mock.url + path, { headers: other.headers() })).status;
  expect([await statusOf('/orders/%zz'), await statusOf(''), await statusOf('?page=1')]).toEqual([
    404, 404, 404,
  ]);
  await expect(fetch(`${mock.url}x/categories`)).rejects.toThrow();
});
