/** The time in a sandbox, moved by a test: keys, quota and orders follow it, and no other sandbox does. */
import { describe, expect, it, vi } from 'vitest';
import { rateExamples } from '../../testing/rate-requests.js';
import { startControlTester, type ControlTester } from '../testing/control-tester.js';
import { advancedTime } from './clock.js';

const frozen = '2026-01-31T12:00:00.000Z';
const { ask, visit } = await startControlTester({ clock: frozen, quota: { limit: 2, windowSeconds: 3600 } });

describe('the clock of a sandbox', () => {
  it("is the mock's until it is moved on, set to an instant, and reset", async () => {
    const path = '/sandboxes/times/clock';
    const read = async () => (await ask('GET', path)).json;
    expect(await read()).toEqual({ sandbox: 'times', now: frozen, aheadSeconds: 0, frozen: false });
    const hour = { sandbox: 'times', now: '2026-01-31T13:00:00.000Z', aheadSeconds: 3600, frozen: false };
    expect((await ask('PUT', path, { advance: 'PT1H' })).json).toEqual(hour);
    expect(await read()).toEqual(hour);
    expect((await ask('PUT', path, { advance: 'P1M' })).json.now).toBe('2026-02-28T13:00:00.000Z');
    expect((await ask('PUT', path, { at: '2025-12-31T23:59:59+01:00' })).json.now).toBe(
      '2025-12-31T22:59:59.000Z',
    );
    expect((await ask('GET', '/sandboxes/other/clock')).json.aheadSeconds).toBe(0);
    expect((await ask('DELETE', path)).status).toBe(204);
    expect((await read()).now).toBe(frozen);
  });

  it('dates orders, and ends the window of the quota', async () => {
    const order = async (sandbox: string) => {
      const rated = await visit(`dk_test_${sandbox}`, '/get-shipping-rates', {
        method: 'POST',
        body: rateExamples.usa_to_bangladesh,
      });
      const [rate] = rated.json.data as { id: string }[];
      const made = await visit(`dk_test_${sandbox}`, '/create-order', {
        method: 'POST',
        body: { rate_id: rate?.id },
      });
      return (made.json.data as { created_at: string }[])[0]?.created_at;
    };
    await ask('PUT', '/sandboxes/buyer/clock', { advance: 'P2D' });
    expect(await order('buyer')).toBe('2026-02-02T12:00:00.000Z');
    expect(await order('neighbour')).toBe(frozen);
    expect((await visit('dk_test_buyer', '/categories')).status).toBe(429);
    expect((await ask('GET', '/sandboxes/buyer')).json.quota).toMatchObject({ limit: 2, remaining: 0 });
    await ask('PUT', '/sandboxes/buyer/clock', { advance: 'PT1H' });
    expect((await ask('GET', '/sandboxes/buyer')).json).toEqual({
      sandbox: 'buyer',
      key: 'dk_test_buyer',
      quota: { limit: 2, windowSeconds: 3600, remaining: 2, resetSeconds: null },
      clock: { now: '2026-02-02T13:00:00.000Z', aheadSeconds: 176_400, frozen: false },
    });
    expect((await visit('dk_test_buyer', '/categories')).status).toBe(200);
    expect((await visit('dk_test_neighbour', '/categories')).status).toBe(429);
  });

  it('lets issued keys of the sandbox expire, until it is moved back or the sandbox is reset', async () => {
    const { json } = await ask('POST', '/keys', { name: 'k', expiresInSeconds: 1800, sandbox: 'keyed' });
    const call = async () => (await visit(String(json.key), '/categories')).status;
    const listed = async () => {
      const { keys } = (await ask('GET', '/keys')).json as { keys: { id: string; expired: boolean }[] };
      return keys.find(({ id }) => id === json.id)?.expired;
    };
    const path = '/sandboxes/keyed/clock';
    expect([await call(), await listed()]).toEqual([200, false]);
    await ask('PUT', path, { advance: 'PT1H' });
    expect([await call(), await listed()]).toEqual([401, true]);
    await ask('DELETE', path);
    expect([await call(), await listed()]).toEqual([200, false]);
    await ask('PUT', path, { advance: 'PT1H' });
    expect(await call()).toBe(401);
    await ask('POST', '/sandboxes/keyed/reset');
    expect(await call()).toBe(200);
  });

  it.each([
    [{}, 400],
    [{ advance: 'PT1H', at: frozen }, 422],
    [{ advance: 'PT1H', at: frozen, frozen: true }, 422],
    [{ frozen: 'yes' }, 400],
    [{ advance: 'P9999Y', frozen: true }, 422],
    [{ advance: 'an hour' }, 400],
    [{ advance: 'P' }, 400],
    [{ advance: 'PT' }, 400],
    [{ at: 'tomorrow' }, 400],
    [{ advance: 'P9999Y' }, 422],
  ])('refuses %j with %i', async (body, status) => {
    expect((await ask('PUT', '/sandboxes/refused/clock', body)).status).toBe(status);
    expect((await ask('GET', '/sandboxes/refused/clock')).json).toMatchObject({
      aheadSeconds: 0,
      frozen: false,
    });
  });

  it("stands beside a mock's that --clock froze, and is moved as any other", async () => {
    const path = '/sandboxes/both/clock';
    const stands = { sandbox: 'both', now: frozen, aheadSeconds: 0, frozen: true };
    expect((await ask('PUT', path, { frozen: true })).json).toEqual(stands);
    expect((await ask('PUT', path, { advance: 'PT1H' })).json).toMatchObject({
      ...{ now: '2026-01-31T13:00:00.000Z', aheadSeconds: 3600, frozen: true },
    });
    expect((await ask('PUT', path, { frozen: false })).json).toMatchObject({
      ...{ now: '2026-01-31T13:00:00.000Z', frozen: false },
    });
  });
});

describe('the clock of a sandbox that is frozen', () => {
  const at = '2027-03-04T09:30:00.000Z';
  const path = '/sandboxes/stopped/clock';
  const order = async (on: ControlTester) => {
    const post = async (to: string, body: unknown) =>
      (await on.visit('dk_test_stopped', to, { method: 'POST', body })).json.data as Record<string, string>[];
    const [rate] = await post('/get-shipping-rates', rateExamples.usa_to_bangladesh);
    const [made] = await post('/create-order', { rate_id: rate?.id });
    return made?.created_at;
  };
  const hour = 3_600_000;
  let passed = 0;

  it('stands while days pass, for orders and keys, and runs on from there', async () => {
    const realNow = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + passed);
    const running = await startControlTester();
    const read = async () => (await running.ask('GET', path)).json;
    expect((await running.ask('PUT', path, { at, frozen: true })).json).toMatchObject({
      now: at,
      frozen: true,
    });
    const { json } = await running.ask('POST', '/keys', {
      name: 'k',
      expiresInSeconds: 7200,
      sandbox: 'stopped',
    });
    expect(json.expiresAt).toBe('2027-03-04T11:30:00.000Z');
    const key = async () => {
      const { keys } = (await running.ask('GET', '/keys')).json as { keys: { expired: boolean }[] };
      return [(await running.visit(String(json.key), '/categories')).status, keys[0]?.expired];
    };
    passed = 48 * hour;
    expect([await read(), await order(running), await key()]).toMatchObject([{ now: at }, at, [200, false]]);
    const { aheadSeconds } = await read();
    passed += hour;
    expect(Math.round((Number(aheadSeconds) - Number((await read()).aheadSeconds)) / 60)).toBe(60);
    await running.ask('PUT', path, { advance: 'PT1H' });
    passed += 48 * hour;
    const moved = '2027-03-04T10:30:00.000Z';
    expect([await read(), await order(running), await key()]).toMatchObject([
      { now: moved, frozen: true },
      moved,
      [200, false],
    ]);
    await running.ask('PUT', path, { advance: 'PT1H' });
    expect(await key()).toEqual([401, true]);
    await running.ask('PUT', path, { at: moved });
    expect(await key()).toEqual([200, false]);

    await running.ask('PUT', path, { frozen: false });
    expect(await read()).toMatchObject({ now: expect.stringContaining('2027-03-04T10:3'), frozen: false });
    expect(await key()).toEqual([200, false]);
    passed += hour;
    expect(await read()).toMatchObject({ now: expect.stringContaining('2027-03-04T11:3'), frozen: false });
    expect(await key()).toEqual([401, true]);

    await running.ask('PUT', path, { at: moved, frozen: true });
    await running.ask('POST', '/sandboxes/stopped/reset');
    expect(await read()).toMatchObject({ aheadSeconds: 0, frozen: false });
  });
});

describe('advancedTime', () => {
  const after = (from: string, duration: string) =>
    new Date(advancedTime(Date.parse(from), duration)).toISOString();

  it('adds what the calendar says, and the last day of a month that is too short', () => {
    expect(after('2026-01-01T00:00:00Z', 'P1Y2M1W3DT4H5M6.5S')).toBe('2027-03-11T04:05:06.500Z');
    expect(after('2024-02-29T00:00:00Z', 'P1Y')).toBe('2025-02-28T00:00:00.000Z');
    expect(after('2026-10-31T00:00:00Z', 'P1M')).toBe('2026-11-30T00:00:00.000Z');
    expect(advancedTime(0, 'PT')).toBe(0);
    expect(advancedTime(0, '1h')).toBeNaN();
  });
});
