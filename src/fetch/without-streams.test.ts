/** The handler on a fetch like React Native's: no streams of bodies, signals that know only whether they are aborted, a clock without its origin. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateRequest } from '../testing/rate-requests.js';
import { throwIfAborted } from './exchange/react-native.js';
import { createFetchHandler } from './index.js';

const handler = createFetchHandler({ timers: { wait: () => Promise.resolve() } });
const sandbox = handler.sandbox('phone');
const categories = (scenario: string) =>
  handler(`${handler.url}/categories`, { headers: sandbox.headers(scenario) });

describe('createFetchHandler where bodies do not stream', () => {
  const streamed = Object.getOwnPropertyDescriptor(Response.prototype, 'body') ?? {};
  const clock = Object.getPrototypeOf(performance) as object;
  const origin = Object.getOwnPropertyDescriptor(clock, 'timeOrigin') ?? {};
  beforeAll(() => {
    Reflect.deleteProperty(Response.prototype, 'body');
    Reflect.deleteProperty(clock, 'timeOrigin');
  });
  afterAll(() => {
    Object.defineProperty(clock, 'timeOrigin', origin);
    Object.defineProperty(Response.prototype, 'body', streamed);
  });

  it('gives a response that comes in parts once it is whole', async () => {
    const response = await categories('drip');
    const { data } = (await response.json()) as { data: unknown[] };
    expect([response.status, data.length > 10]).toEqual([200, true]);
  });

  it('rejects when a body breaks off', async () => {
    await expect(categories('truncated')).rejects.toHaveProperty('name', 'TypeError');
  });

  it('reads a body as its text', async () => {
    const body = JSON.stringify(rateRequest({ product_type: 'Café' }));
    const headers = { ...sandbox.headers(), 'Content-Type': 'application/json' };
    const response = await handler(`${handler.url}/get-shipping-rates`, { method: 'POST', headers, body });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('Café')]);
  });

  it('records what was sent', async () => {
    await sandbox.reset();
    await categories('normal');
    expect(await sandbox.requests()).toMatchObject([
      {
        response: { status: 200, headers: { Date: expect.stringMatching(/ GMT$/) } },
        delivery: { ending: 'complete' },
      },
    ]);
  });

  it('rejects with an AbortError when a signal without a reason is aborted', () => {
    const { signal } = new AbortController();
    Object.defineProperties(signal, { aborted: { value: true }, reason: {}, throwIfAborted: {} });
    expect(() => throwIfAborted(signal)).toThrow(expect.objectContaining({ name: 'AbortError' }));
  });
});
