/** Requests of one turn of the event loop are answered together; each gets the response that it would get alone. */
import { afterAll, expect, it } from 'vitest';
import { createServer } from '../../index.js';
import { rawExchange } from '../../testing/raw-exchange.js';
import type { State } from '../../state/state.js';

const logged: string[] = [];
const server = await createServer({ port: 0, log: (line) => logged.push(line) });
afterAll(() => server.close());
const { state } = server.mock();

/** All in one packet, so that they arrive in one turn; the last one ends the connection. */
async function ask(...requests: readonly (readonly [method: string, path: string, key: string])[]) {
  const texts = requests.map(([method, path, key], index) => {
    const end = index === requests.length - 1 ? 'Connection: close\r\n' : '';
    return `${method} /api/v1/developer${path} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${key}\r\n${end}\r\n`;
  });
  const { head, body } = await rawExchange(server.port, texts.join(''), 2000);
  const answers = `${head}\r\n\r\n${body.toString()}`;
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** A store in which one sandbox's quota does what a test wants. */
function spending(sandbox: string, spend: State['quota']['spend']): () => void {
  const spendQuota = state.quota.spend.bind(state.quota);
  state.quota.spend = (name, quota) => (name === sandbox ? spend(name, quota) : spendQuota(name, quota));
  return () => (state.quota.spend = spendQuota);
}

it('requests of one turn are answered in order, each with its own response', async () => {
  // The first call of an operation waits for its data.
  await ask(['GET', '/categories', 'dk_test_a']);
  const statuses = await ask(
    ['GET', '/categories', 'dk_test_a'],
    ['GET', '/categories', 'nobody'],
    ['PUT', '/categories', 'dk_test_a'],
    ['GET', '/nowhere', 'dk_test_b'],
    ['GET', '/categories', 'dk_test_b'],
    ['DELETE', '/categories', 'dk_test_b'],
    ['GET', '/orders/NONE', 'dk_test_a'],
  );
  expect(statuses).toEqual([200, 401, 405, 404, 200, 405, 404]);
  const noted = await state.journal.list('b');
  expect(noted.map(({ id, response }) => [id, response.status])).toEqual([
    [1, 404],
    [2, 200],
    [3, 405],
  ]);
});

it('a request whose handler throws gets 500, and the others are answered normally', async () => {
  const restore = spending('broken', () => {
    throw new Error('the shelf broke');
  });
  const categories = (key: string) => ['GET', '/categories', key] as const;
  const keys = ['dk_test_a', 'dk_test_broken', 'dk_test_b', 'dk_test_broken', 'dk_test_c'];
  const statuses = await ask(...keys.map(categories));
  restore();
  expect(statuses).toEqual([200, 500, 200, 500, 200]);
  expect(logged).toHaveLength(2);
  expect(logged[0]).toMatch(/^Failed to answer GET \/api\/v1\/developer\/categories: Error: the shelf broke/);
});

it('a request that waits for its store delays no other connection, and then passes the remaining stages', async () => {
  let release = (): void => undefined;
  const opened = new Promise<void>((resolve) => (release = resolve));
  const restore = spending('late', async () => {
    await opened;
    return { allowed: true, remaining: 1, resetSeconds: 1 };
  });
  const headers = (name: string) => ({ headers: { Authorization: `Bearer dk_test_${name}` } });
  let isAnswered = false;
  const late = fetch(`${server.url}/orders/NONE`, headers('late')).then((answer) => {
    isAnswered = true;
    return answer;
  });
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, index) => fetch(`${server.url}/categories`, headers(`other-${index}`))),
  );
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  expect(isAnswered).toBe(false);
  release();
  expect((await late).status).toBe(404);
  expect((await late).headers.get('ratelimit')).toBe('"default";r=1;t=1');
  restore();
});

it('a request whose store fails after a wait gets 500', async () => {
  const restore = spending('torn', () => Promise.reject(new Error('the wire broke')));
  expect(await ask(['GET', '/categories', 'dk_test_torn'], ['GET', '/categories', 'dk_test_a'])).toEqual([
    500, 200,
  ]);
  restore();
});
