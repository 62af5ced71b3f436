/** The calls of the control API that are about sandboxes and what they are answered with. */
import { describe, expect, it } from 'vitest';
import { startControlTester } from './testing/control-tester.js';

const { ask, visit } = await startControlTester({ quota: { limit: 1000, windowSeconds: 60 } });

describe('the control API: scenarios', () => {
  it('are listed with the operations', async () => {
    const { json } = await ask('GET', '/scenarios');
    const names = (json.scenarios as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['flaky', 'slow', 'status-404', 'status-500']));
    expect((json.operations as { id: string }[]).map(({ id }) => id)).toContain('getShippingRates');
  });

  it('are set for a sandbox, count its calls, and are removed', async () => {
    const path = '/sandboxes/choose/scenario';
    expect((await ask('GET', path)).json).toEqual({
      sandbox: 'choose',
      scenario: null,
      definition: null,
      inForce: null,
      calls: [],
      upcoming: [],
    });
    const put = await ask('PUT', path, { scenario: 'flaky' });
    expect(put.json).toEqual({
      sandbox: 'choose',
      scenario: 'flaky',
      definition: null,
      inForce: { scenario: 'flaky', channel: 'sandbox' },
      calls: [],
      upcoming: [
        {
          operations: 'all',
          conditional: false,
          calls: [
            { times: 2, does: '500' },
            { times: null, does: 'normal' },
          ],
          more: false,
        },
      ],
    });
    expect((await visit('dk_test_choose', '/categories')).status).toBe(500);
    const [calls] = (await ask('GET', path)).json.calls as { calls: number; next: string }[];
    expect(calls).toMatchObject({ scenario: 'flaky', calls: 1 });
    expect(calls?.next).not.toBe('normal');
    expect((await visit('dk_test_choose', '/categories')).status).toBe(500);
    expect((await visit('dk_test_choose', '/categories')).status).toBe(200);
    expect((await ask('GET', path)).json.calls).toEqual([{ scenario: 'flaky', calls: 3, next: 'normal' }]);
    await ask('PUT', path, { scenario: 'flaky' });
    expect((await visit('dk_test_choose', '/categories')).status).toBe(500);
    expect((await ask('DELETE', path)).status).toBe(204);
    expect((await visit('dk_test_choose', '/categories')).status).toBe(200);
  });

  it('can be several, in order', async () => {
    const { json } = await ask('PUT', '/sandboxes/several/scenario', { scenario: ' slow ,status-404' });
    expect(json.scenario).toBe('slow, status-404');
  });

  it('that do not exist are refused with the nearest names', async () => {
    for (const path of ['/sandboxes/unknown/scenario', '/default-scenario']) {
      const { status, json } = await ask('PUT', path, { scenario: 'slow, flakey' });
      expect(status).toBe(422);
      expect(json.detail).toContain('There is no scenario "flakey"; did you mean flaky');
      expect(json.nearest).toContain('flaky');
    }
    expect((await ask('GET', '/sandboxes/unknown/scenario')).json.scenario).toBeNull();
    expect((await ask('PUT', '/default-scenario', { scenario: ' , ' })).status).toBe(422);
  });

  it('have a default, which applies to sandboxes without one of their own', async () => {
    await ask('PUT', '/default-scenario', { scenario: 'status-403' });
    expect((await ask('GET', '/default-scenario')).json).toEqual({ scenario: 'status-403' });
    expect((await visit('dk_test_anyone', '/categories')).status).toBe(403);
    expect((await ask('GET', '/sandboxes/anyone/scenario')).json).toMatchObject({
      scenario: null,
      inForce: { scenario: 'status-403', channel: 'default' },
    });
    await ask('PUT', '/sandboxes/anyone/scenario', { scenario: 'normal' });
    expect((await visit('dk_test_anyone', '/categories')).status).toBe(200);
    await ask('DELETE', '/default-scenario');
    expect((await ask('GET', '/default-scenario')).json).toEqual({ scenario: null });
  });

  it('have none by default after normal was chosen as the default', async () => {
    await ask('PUT', '/default-scenario', { scenario: 'status-403' });
    expect((await ask('PUT', '/default-scenario', { scenario: 'normal' })).json).toEqual({ scenario: null });
    expect((await ask('GET', '/default-scenario')).json).toEqual({ scenario: null });
    expect((await ask('GET', '/sandboxes/anyone/scenario')).json.inForce).toMatchObject({
      scenario: 'normal',
      channel: 'sandbox',
    });
    expect((await ask('GET', '/sandboxes/no-one/scenario')).json.inForce).toBeNull();
  });

  it.each(['normal', ' normal,', 'normal, normal'])(
    'have none by default in a mock that was started as %j',
    async (scenario) => {
      const normal = await startControlTester({ scenario });
      expect((await normal.ask('GET', '/default-scenario')).json).toEqual({ scenario: null });
      expect((await normal.ask('PUT', '/default-scenario', { scenario })).json).toEqual({ scenario: null });
    },
  );
});

describe('the control API: sandboxes', () => {
  it('are listed by name, and reading about one does not create it', async () => {
    await visit('dk_test_seen', '/categories');
    for (const part of ['scenario', 'requests', 'coverage']) await ask('GET', `/sandboxes/looked-at/${part}`);
    await ask('DELETE', '/sandboxes/looked-at/scenario');
    const { json } = await ask('GET', '/sandboxes');
    const names = (json.sandboxes as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('seen');
    expect(names).not.toContain('looked-at');
    expect(names).toEqual([...names].sort());
  });

  it('are reset one by one', async () => {
    await ask('PUT', '/sandboxes/again/scenario', { scenario: 'status-500' });
    await visit('dk_test_again', '/categories');
    expect((await ask('POST', '/sandboxes/again/reset')).status).toBe(204);
    expect((await ask('GET', '/sandboxes/again/requests')).json.requests).toEqual([]);
    expect((await visit('dk_test_again', '/categories')).status).toBe(200);
  });

  it.each(['a b', 'x'.repeat(65), 'a%2Fb', 'ü'])('may not be called %s', async (name) => {
    const { status, json } = await ask('GET', `/sandboxes/${encodeURIComponent(name)}/scenario`);
    expect(status).toBe(400);
    expect(json.detail).toContain('name must be 1 to 64 of A-Z a-z 0-9 . _ -');
  });

  it('are all reset together, while issued keys stay', async () => {
    const own = await startControlTester({ scenario: 'status-403' });
    await own.ask('POST', '/keys', { name: 'stays' });
    await own.ask('DELETE', '/default-scenario');
    await own.visit('dk_test_x', '/categories');
    expect((await own.ask('POST', '/reset')).status).toBe(204);
    expect((await own.ask('GET', '/sandboxes')).json).toEqual({ sandboxes: [] });
    expect((await own.ask('GET', '/default-scenario')).json).toEqual({ scenario: 'status-403' });
    expect((await own.ask('GET', '/keys')).json.keys).toHaveLength(1);
  });
});
