import { describe, expect, it } from 'vitest';
import { headersWith, send, startMock } from '../testing/mock-server.js';

const server = await startMock({ quota: { limit: 3, windowSeconds: 600 } });
const get = (key: string, at = server) => send(at, 'GET', '/categories', { headers: headersWith(key) });

describe('a spent quota', () => {
  it('counts down in the RateLimit fields, then says when to retry', async () => {
    const left = [];
    for (let time = 0; time < 3; time += 1) left.push((await get('dk_test_a')).headers.get('ratelimit'));
    expect(left.map((field) => /^"default";r=(\d);t=\d+$/.exec(field ?? '')?.[1])).toEqual(['2', '1', '0']);
    const refused = await get('dk_test_a');
    expect(refused.status).toBe(429);
    const wait = refused.headers.get('retry-after') ?? '';
    expect(Number(wait)).toBeGreaterThan(0);
    expect(Number(wait)).toBeLessThanOrEqual(600);
    expect(refused.json.message).toBe(`Rate limit exceeded. Retry after ${wait} seconds`);
    expect(refused.json.errors).toEqual([
      `Too many requests: retry after ${wait} seconds and back off exponentially`,
    ]);
    expect(refused.headers.get('ratelimit')).toBe(`"default";r=0;t=${wait}`);
    expect(refused.headers.get('ratelimit-policy')).toBe('"default";q=3;w=600');
  });

  it('belongs to one sandbox, whatever kind of key is used', async () => {
    expect((await get('dk_test_b')).status).toBe(200);
    expect((await get('dk_limited_a')).status).toBe(429);
  });

  it('is spent exactly, also by concurrent requests', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await get('dk_test_burst')).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(17);
  });
});

it('the quota is full again when the window is over', async () => {
  const brief = await startMock({ quota: { limit: 1, windowSeconds: 600 } });
  const { clock } = brief.mock().state;
  const statuses = async () => [
    (await get('dk_test_a', brief)).status,
    (await get('dk_test_a', brief)).status,
  ];
  expect(await statuses()).toEqual([200, 429]);
  await clock.set('a', { shift: 300_000, frozenAt: undefined });
  expect(await statuses()).toEqual([429, 429]);
  await clock.set('a', { shift: 600_000, frozenAt: undefined });
  expect(await statuses()).toEqual([200, 429]);
});

it('the quota is 1,000 requests in 60 seconds by default, and can be set or turned off', async () => {
  const { quota } = (await startMock({ quota: { limit: 1000, windowSeconds: 60 } })).mock();
  expect(quota).toEqual({ limit: 1000, windowSeconds: 60 });
  const free = await startMock({ quota: 'off' });
  expect((await get('dk_test_a', free)).headers.get('ratelimit')).toBeNull();
});
