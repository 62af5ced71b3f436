/** Requests with an Idempotency-Key to a mock that remembers. */
import { expect, it } from 'vitest';
import { httpRequest } from '../../testing/http-request.js';
import { startMock } from '../../testing/mock-server.js';
import { roomsFile } from '../testing/rooms-document.js';

const { origin } = await startMock({ spec: roomsFile(), stateful: true });

async function request(method: string, path: string, headers: object = {}, body?: string) {
  const response = await httpRequest(`${origin}/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, text: response.text };
}

const make = (key: string, body: string) => request('POST', '/rooms', { 'Idempotency-Key': key }, body);
const count = async (): Promise<number> =>
  (JSON.parse((await request('GET', '/rooms')).text) as unknown[]).length;

it('makes one thing of requests with one key, one after another or at once, and gives each the same response', async () => {
  const before = await count();
  const [one, two] = await Promise.all([
    make('a', '{"name":"den","price":1}'),
    make('a', '{"name":"den","price":1}'),
  ]);
  expect(one.status).toBe(201);
  expect([two, await make('a', '{"price": 1, "name": "den"}')]).toEqual([one, one]);
  expect(await count()).toBe(before + 1);
  expect((await make('b', '{"name":"den","price":1}')).text).not.toBe(one.text);
  expect(await count()).toBe(before + 2);
});

it('refuses a key that comes with another body, with the status that the document has for that', async () => {
  await make('c', '{"name":"hall","price":1}');
  expect(await make('c', '{"name":"hall","price":2}')).toEqual({
    status: 409,
    text: '{"message":"The Idempotency-Key \\"c\\" came with another body before"}',
  });
});

it('forgets a key whose request failed', async () => {
  expect((await make('d', '{"name":""}')).status).toBe(400);
  expect((await make('d', '{"name":"yard","price":1}')).status).toBe(201);
});
