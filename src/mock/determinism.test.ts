/** Same seed, sandbox, history and clock: the same bytes. */
import { expect, it } from 'vitest';
import { headersWith, send, startMock } from '../testing/mock-server.js';
import { rateExamples } from '../testing/rate-requests.js';

const options = { clock: '2026-01-01T00:00:00Z', publicUrl: 'https://mock.example.com' };

/** The bodies of one history, played on a fresh server. */
async function history(seed: number, key: string, restless = false): Promise<string[]> {
  const server = await startMock({ ...options, seed });
  const bodies: string[] = [];
  const play = async (method: string, path: string, value?: unknown) => {
    // Requests of other sandboxes are no part of this history.
    if (restless)
      await send(server, 'POST', '/get-shipping-rates', {
        headers: headersWith('dk_test_noise'),
        body: JSON.stringify(rateExamples.domestic_commercial),
      });
    const body = value === undefined ? {} : { body: JSON.stringify(value) };
    bodies.push((await send(server, method, path, { headers: headersWith(key), ...body })).text);
    return JSON.parse(bodies.at(-1) ?? '') as { data: { id: string; tracking_number: string }[] };
  };
  await play('GET', '/categories');
  for (const example of Object.values(rateExamples)) {
    const rates = await play('POST', '/get-shipping-rates', example);
    const first = await play('POST', '/create-order', { rate_id: rates.data[0]?.id });
    await play('POST', '/create-order', { rate_id: rates.data[0]?.id });
    await play('GET', `/orders/${first.data[0]?.tracking_number ?? ''}`);
  }
  await play('POST', '/get-shipping-rates', { weight: 0 });
  await play('GET', '/orders/DDK0');
  return bodies;
}

const first = await history(7, 'dk_test_a');

it('another server with the same seed gives the same bytes', async () => {
  expect(await history(7, 'dk_test_a')).toEqual(first);
});

it('a sandbox gets the same bytes whatever other sandboxes do', async () => {
  expect(await history(7, 'dk_test_a', true)).toEqual(first);
});

it('another seed changes the catalogue and every id', async () => {
  const other = await history(8, 'dk_test_a');
  expect(other[0]).not.toBe(first[0]);
  expect(other[1]).not.toBe(first[1]);
});

it('another sandbox gets different ids', async () => {
  const other = await history(7, 'dk_test_b');
  expect(other[0]).toBe(first[0]);
  const ids = (body: string | undefined) => [...(body ?? '').matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
  expect(ids(first[1]).length).toBeGreaterThan(2);
  expect(ids(other[1]).filter((id) => ids(first[1]).includes(id))).toEqual([]);
});

it('absolute URLs begin with the public address', () => {
  expect(first[1]).toContain('"logo":"https://mock.example.com/__drydock/logos/');
});
