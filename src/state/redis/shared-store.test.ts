/** Two mocks with one Redis are one mock; and what clients see while that Redis is away. */
import { beforeAll, describe, expect, it } from 'vitest';
import { EventReader } from '../../control/testing/event-reader.js';
import type { DrydockServer } from '../../server/create-server.js';
import { createServer } from '../../index.js';
import { startControlTester, type ControlTester } from '../../control/testing/control-tester.js';
import { headersWith, send, startMock } from '../../testing/mock-server.js';
import { rateExamples } from '../../testing/rate-requests.js';
import { freePort, RedisServer, whyNoRedis } from '../../testing/redis-server.js';
import { describeUnless } from '../../testing/unless.js';

const body = (value: unknown) => ({ body: JSON.stringify(value) });
const categories = (server: DrydockServer, key: string) =>
  send(server, 'GET', '/categories', { headers: headersWith(key) });

describeUnless(whyNoRedis, 'mocks with one Redis', () => {
  let redis: RedisServer;
  let [one, other]: ControlTester[] = [];
  const pair = (): [ControlTester, ControlTester] => {
    if (!one || !other) throw new Error('They are not started.');
    return [one, other];
  };
  const lines: string[] = [];

  beforeAll(async () => {
    redis = await RedisServer.start();
    const options = { redis: redis.patientUrl, log: (line: string) => void lines.push(line) };
    [one, other] = await Promise.all([startControlTester(options), startControlTester(options)]);
  });

  it('find each other’s orders, and each other’s exchanges as soon as they are answered', async () => {
    const [a, b] = pair();
    const quoted = await send(
      a.server,
      'POST',
      '/get-shipping-rates',
      body(rateExamples.domestic_commercial),
    );
    const placed = await send(b.server, 'POST', '/create-order', body({ rate_id: quoted.json.data[0]?.id }));
    expect(placed.status).toBe(201);
    const number = String(placed.json.data[0]?.tracking_number);
    const found = await send(a.server, 'GET', `/orders/${number}`);
    expect(found.json.data).toEqual(placed.json.data);
    const { json } = await b.ask('GET', '/sandboxes/tests/requests?summary=true');
    expect(
      (json.requests as { id: number; operation: string }[]).map(({ id, operation }) => [id, operation]),
    ).toEqual([
      [1, 'getShippingRates'],
      [2, 'createOrder'],
      [3, 'getOrder'],
    ]);
    const coverage = await a.ask('GET', '/sandboxes/tests/coverage');
    expect(coverage.text).toContain('createOrder');
  });

  it('step one sequence, once for each request', async () => {
    const [a, b] = pair();
    await a.ask('PUT', '/sandboxes/steps/scenario', { scenario: 'flaky' });
    const statuses = await Promise.all(
      [a, b, a, b, a, b].map(async ({ server }) => (await categories(server, 'dk_test_steps')).status),
    );
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 500, 500]);
    await b.ask('POST', '/sandboxes/steps/reset');
    expect((await categories(a.server, 'dk_test_steps')).status).toBe(200);
  });

  it('honour a key that the other issued, and not one that it revoked', async () => {
    const [a, b] = pair();
    const { json } = await a.ask('POST', '/keys', { name: 'shared' });
    const until = async (status: number): Promise<void> => {
      while ((await categories(b.server, String(json.key))).status !== status);
    };
    await until(200);
    await a.ask('DELETE', `/keys/${String(json.id)}`);
    await until(401);
  });

  it('show their pages what happens on each of them, once', async () => {
    const [a, b] = pair();
    const watch = async ({ server }: ControlTester) =>
      new EventReader(
        await fetch(`http://127.0.0.1:${server.port}/__drydock/events?sandbox=watched`, {
          headers: headersWith(server.controlToken),
        }),
      );
    const readers = [await watch(a), await watch(b)];
    // A subscription is under way until Redis has confirmed it: it is there when an exchange comes through.
    const first = readers.map((reader) => reader.next());
    let seen = 0;
    for (const one of first) void one.then(() => (seen += 1));
    while (seen < 2) await Promise.all([a, b].map(({ server }) => categories(server, 'dk_test_watched')));
    const put = await a.ask('PUT', '/sandboxes/watched/scenario', { scenario: 'slow' });
    expect(put.status).toBe(200);
    for (const reader of readers) {
      const ids: number[] = [];
      for (;;) {
        const event = await reader.next();
        const { type, data } = event!;
        if (type === 'scenario') break;
        ids.push((data.request as { id: number }).id);
      }
      expect(new Set(ids).size).toBe(ids.length);
      await reader.close();
    }
  });

  it('count in their metrics what each answered itself', async () => {
    const [a, b] = pair();
    await b.ask('GET', '/metrics');
    const before = (await b.ask('GET', '/metrics')).text;
    await categories(a.server, 'dk_test_metrics');
    const after = (await b.ask('GET', '/metrics')).text;
    const requests = (text: string) =>
      text.split('\n').filter((line) => line.startsWith('drydock_requests_total'));
    expect(requests(after)).toEqual(requests(before));
    expect(after).toContain('drydock_store_up 1');
  });

  it('answer 503 in the envelope while Redis is away, say so once, and go on when it is back', async () => {
    const [a, b] = pair();
    await redis.stop();
    const away = await send(a.server, 'POST', '/create-order', body({ rate_id: 'x' }));
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1']);
    expect(away.json).toEqual({
      status: false,
      message: "The mock's store is unavailable; try again",
      data: [],
      errors: [expect.stringMatching(/^The store does not answer: the connection (was cut|is refused)$/)],
      response_code: '503',
    });
    expect(away.headers.get('access-control-allow-origin')).toBe('*');
    for (let call = 0; call < 20; call += 1)
      expect((await categories(a.server, 'dk_test_a')).status).toBe(503);
    const open = (path: string) => fetch(`http://127.0.0.1:${a.server.port}/__drydock${path}`);
    expect([(await open('/health')).status, (await open('/ready')).status]).toEqual([200, 503]);
    const control = await fetch(`http://127.0.0.1:${b.server.port}/__drydock/sandboxes`, {
      headers: headersWith(b.server.controlToken),
    });
    expect([control.status, control.headers.get('content-type')]).toEqual([
      503,
      expect.stringContaining('application/problem+json'),
    ]);
    const metrics = (await a.ask('GET', '/metrics')).text;
    expect(metrics).toContain('drydock_store_up 0');
    expect(metrics).toMatch(/drydock_store_failed_calls_total [1-9]/);
    expect(metrics).toContain('drydock_requests_total{operation="createOrder",status="503"} 1\n');
    expect(metrics).toContain('drydock_requests_total{operation="listCategories",status="503"} 20\n');
    await redis.run();
    while ((await open('/ready')).status !== 200 || (await categories(b.server, 'dk_test_a')).status !== 200);
    expect((await categories(a.server, 'dk_test_a')).status).toBe(200);
    const ofRedis = lines.map((line) => line.replace(redis.url, 'URL'));
    expect(ofRedis.sort()).toEqual([
      ...Array<string>(2).fill(
        'Redis at URL is away (the connection was cut); requests are answered 503 until it is back.',
      ),
      ...Array<string>(2).fill('Redis at URL is back.'),
    ]);
  });

  it('send an answer that is ready even when its exchange can’t be noted', async () => {
    const redisUrl = `${redis.url}?timeout=10000&prefix=unnoted`;
    const [a, b] = await Promise.all([
      startControlTester({ redis: redisUrl, log: () => undefined }),
      startControlTester({ redis: redisUrl, log: () => undefined }),
    ]);
    const slow = categories(a.server, 'dk_test_unnoted~slow');
    while (!(await b.ask('GET', '/sandboxes')).text.includes('unnoted'));
    redis.suspend();
    expect((await slow).status).toBe(200);
    expect((await categories(a.server, 'dk_test_a')).status).toBe(503);
    redis.resume();
    while ((await categories(a.server, 'dk_test_a')).status !== 200);
  });
});

describe('a mock whose Redis can’t be used does not start', () => {
  it('because nothing is there', async () => {
    const port = await freePort();
    await expect(createServer({ port: 0, redis: `redis://:secret@127.0.0.1:${port}` })).rejects.toThrow(
      `Failed to reach Redis at redis://127.0.0.1:${port}: the connection is refused. Start it, or fix the option redis.`,
    );
  });

  it('because its address is wrong', async () => {
    await expect(startMock({ redis: 'localhost:6379' })).rejects.toThrow(
      'The option redis must be redis://HOST:6379/0 or rediss://…, with ?prefix=NAME for a mock of its own and timeout=MS for a slow store.',
    );
  });
});
