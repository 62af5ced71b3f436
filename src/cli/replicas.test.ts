/** Four mock processes behind nginx with one Redis behave as one mock, even when one dies. */
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CliProcess } from '../testing/cli-process.js';
import { startNginx } from '../testing/programs/nginx.js';
import { headersWith, type Envelope } from '../testing/mock-server.js';
import { rateExamples } from '../testing/rate-requests.js';
import { freePort, RedisServer } from '../testing/redis-server.js';
import { describeUnless, whyMissing } from '../testing/unless.js';

const basePath = '/api/v1/developer';

interface Seen {
  readonly status: number;
  readonly json: Envelope;
}

describeUnless(whyMissing('redis-server', 'nginx'), 'four replicas behind nginx', () => {
  let redis: RedisServer;
  let nginx: ChildProcess;
  let front: string;
  let rateId: string;
  const replicas: { process: CliProcess; url: string }[] = [];

  beforeAll(async () => {
    redis = await RedisServer.start();
    const args = ['mock', '--port', '0', '--redis', redis.patientUrl, '--quota', '1000/3600s'];
    for (let count = 0; count < 4; count += 1) {
      const process = new CliProcess(args);
      replicas.push({ process, url: (await process.line(/ready/)).replace('Drydock ready at ', '') });
    }
    const port = await freePort();
    front = `http://127.0.0.1:${port}${basePath}`;
    const upstreams = replicas.map(({ url }) => `server ${new URL(url).host};`).join(' ');
    nginx = startNginx(`upstream mock { ${upstreams} keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://mock; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; }
  }`);
    while (!(await fetch(`${front}/categories`, { headers: headersWith('dk_test_start') }).then(isOk, no)));
    const quoted = await ask(
      'POST',
      '/get-shipping-rates',
      'dk_test_orders',
      rateExamples.domestic_commercial,
    );
    rateId = String(quoted.json.data[0]?.id);
  });

  afterAll(() => {
    nginx.kill('SIGKILL');
  });

  async function ask(method: string, path: string, key: string, body?: unknown, at = front): Promise<Seen> {
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(at + path, { method, headers: headersWith(key), ...given });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, json: (isJson ? JSON.parse(text) : undefined) as Envelope };
  }

  const order = () => ask('POST', '/create-order', 'dk_test_orders', { rate_id: rateId });
  const numberOf = ({ json }: Seen) => String(json.data[0]?.tracking_number);

  /** Counts these requests by status. @param call sends one, of sixteen at a time */
  async function statuses(count: number, call: () => Promise<Seen>): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    let left = count;
    const client = async (): Promise<void> => {
      while (left-- > 0) {
        const { status } = await call();
        counts[status] = (counts[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 16 }, client));
    return counts;
  }

  it('let exactly the quota through', async () => {
    expect(await statuses(1300, () => ask('GET', '/categories', 'dk_test_quota'))).toEqual({
      200: 1000,
      429: 300,
    });
  });

  it('advance a sequence once for each request', async () => {
    const inTurn = [];
    for (let call = 0; call < 4; call += 1)
      inTurn.push((await ask('GET', '/categories', 'dk_test_turn~flaky')).status);
    expect(inTurn).toEqual([500, 500, 200, 200]);
    expect(await statuses(40, () => ask('GET', '/categories', 'dk_test_burst~flaky'))).toEqual({
      200: 38,
      500: 2,
    });
  });

  it('find an order on every replica', async () => {
    const made = await order();
    for (const { url } of replicas) {
      const found = await ask('GET', `/orders/${numberOf(made)}`, 'dk_test_orders', undefined, url);
      expect([found.status, found.json.data]).toEqual([200, made.json.data]);
    }
  });

  it('lose no acknowledged order when one of them is killed', async () => {
    const answered: string[] = [];
    const [victim] = replicas;
    let killed = false;
    const client = async (): Promise<void> => {
      while (answered.length < 120) {
        const made = await order();
        if (made.status === 201) answered.push(numberOf(made));
        // Requests under way on the victim are lost: nginx does not send an order twice.
        else expect(made.status).toBe(502);
        if (answered.length >= 40 && !killed) {
          killed = true;
          victim?.process.child.kill('SIGKILL');
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, client));
    expect((await victim?.process.finished)?.signal).toBe('SIGKILL');
    expect(new Set(answered).size).toBe(answered.length);
    const found = [];
    for (const number of answered)
      found.push((await ask('GET', `/orders/${number}`, 'dk_test_orders')).json.data[0]?.tracking_number);
    expect(found).toEqual(answered);
  });

  it('answer 503 in the envelope while Redis is down, and recover with it', async () => {
    const seen: Seen[] = [];
    const statusesSeen = new Set<number>();
    const until = async (status: number): Promise<void> => {
      for (let streak = 0; streak < 8;) {
        const one = await ask('GET', '/categories', 'dk_test_away');
        seen.push(one);
        streak = one.status === status ? streak + 1 : 0;
      }
    };
    await until(200);
    const underLoad = Promise.all(Array.from({ length: 4 }, () => until(503)));
    await redis.stop();
    await underLoad;
    await redis.run();
    await until(200);
    for (const { status, json } of seen) {
      statusesSeen.add(status);
      expect([json.response_code, json.status]).toEqual([String(status), status === 200]);
    }
    expect([...statusesSeen].sort()).toEqual([200, 503]);
    for (const { process } of replicas.slice(1)) {
      expect(process.err).toEqual([
        expect.stringContaining('is away ('),
        expect.stringMatching(/is back\.$/),
      ]);
      process.child.kill('SIGTERM');
      expect((await process.finished).exitCode).toBe(0);
    }
  });
});

const isOk = ({ ok }: Response): boolean => ok;
const no = (): boolean => false;
