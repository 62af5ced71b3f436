import { describe, expect, it } from 'vitest';
import type { IssuedKey } from '../../state/state.js';
import { EventHub } from '../../mock/events.js';
import { KeyRing } from '../../server/state/key-ring.js';
import { followIssuedKeys } from './follow-issued-keys.js';
import { issueKey } from '../resources/keys.js';
import { rateExamples } from '../../testing/rate-requests.js';
import { startControlTester } from '../testing/control-tester.js';

const { ask, visit } = await startControlTester();
const rates = { method: 'POST', body: rateExamples.domestic_commercial };

async function issue(order: object): Promise<{ key: string; id: string; sandbox: string }> {
  const { status, json } = await ask('POST', '/keys', order);
  expect(status).toBe(201);
  return json as { key: string; id: string; sandbox: string };
}

describe('an issued key', () => {
  it('is shown once, opens a sandbox of its own, and can be revoked', async () => {
    const { key, id, sandbox } = await issue({ name: 'mine' });
    expect(key).toMatch(/^dk_live_[\w-]{43}$/);
    expect((await visit(key, '/categories')).status).toBe(200);
    expect((await ask('GET', `/sandboxes/${sandbox}/requests?summary=true`)).json.requests).toHaveLength(1);
    const listed = await ask('GET', '/keys');
    expect(listed.json.scopes).toEqual(['categories', 'orders', 'rates']);
    expect(listed.text).toContain(id);
    expect(listed.text).not.toContain(key);
    expect(listed.text).not.toContain('digest');
    expect((await ask('DELETE', `/keys/${id}`)).status).toBe(204);
    const refused = await visit(key, '/categories');
    expect(refused.status).toBe(401);
    expect(refused.json.errors).toEqual(['Authentication failed: the key is not known']);
    expect((await ask('DELETE', `/keys/${id}`)).status).toBe(404);
  });

  it('is limited to its scopes', async () => {
    const { key } = await issue({ name: 'rates only', scopes: ['rates'], sandbox: 'scoped' });
    expect((await visit(key, '/get-shipping-rates', rates)).status).toBe(200);
    expect((await visit(key, '/categories')).status).toBe(403);
    const nothing = await issue({ name: 'nothing', scopes: [] });
    expect((await visit(nothing.key, '/categories')).status).toBe(403);
  });

  it('shares a sandbox that it is given, and can force a scenario', async () => {
    const { key } = await issue({ name: 'shared', sandbox: 'shared' });
    await ask('PUT', '/sandboxes/shared/scenario', { scenario: 'status-500' });
    expect((await visit(key, '/categories')).status).toBe(500);
    expect((await visit(`${key}~status-404`, '/categories')).status).toBe(404);
    expect((await visit(`${key}~normal`, '/categories')).status).toBe(200);
    expect((await visit(`${key.slice(0, -1)}~normal`, '/categories')).status).not.toBe(200);
  });

  it('that has expired gets the 401 of an expired key', async () => {
    const { key } = await issue({ name: 'old', expiresAt: '2020-01-01T00:00:00Z' });
    const { status, json } = await visit(key, '/categories');
    expect(status).toBe(401);
    expect(json.errors).toEqual(['Authentication failed: the key has expired']);
    const [last] = ((await ask('GET', '/keys')).json.keys as { name: string; expired: boolean }[]).slice(-1);
    expect(last).toMatchObject({ name: 'old', expired: true });
  });

  it('can be expired now, once', async () => {
    const { key, id } = await issue({ name: 'ending', expiresInSeconds: 3600 });
    expect((await visit(key, '/categories')).status).toBe(200);
    const first = await ask('POST', `/keys/${id}/expire`);
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({ id, name: 'ending', expired: true });
    expect(first.text).not.toContain(key);
    const refused = await visit(key, '/categories');
    expect([refused.status, refused.json.errors]).toEqual([
      401,
      ['Authentication failed: the key has expired'],
    ]);
    expect((await ask('POST', `/keys/${id}/expire`)).json).toEqual(first.json);
    await ask('DELETE', `/keys/${id}`);
    const gone = await ask('POST', `/keys/${id}/expire`);
    expect([gone.status, gone.json.detail]).toEqual([404, expect.stringContaining(id)]);
  });

  it.each([
    [{}, 400],
    [{ name: '' }, 400],
    [{ name: 'x', scope: [] }, 400],
    [{ name: 'x', expiresInSeconds: 0 }, 400],
    [{ name: 'x', expiresAt: 'tomorrow' }, 400],
    [{ name: 'x', sandbox: 'a b' }, 400],
    [{ name: 'x', scopes: ['rate'] }, 422],
    [{ name: 'x', expiresInSeconds: 1, expiresAt: '2020-01-01T00:00:00Z' }, 422],
  ])('is not issued for %j', async (order, expected) => {
    expect((await ask('POST', '/keys', order)).status).toBe(expected);
  });

  it('is one of at most 1,000', async () => {
    const own = await startControlTester();
    for (let count = 0; count < 1000; count += 1) await own.ask('POST', '/keys', { name: `key ${count}` });
    const { status, json } = await own.ask('POST', '/keys', { name: 'too many' });
    expect(status).toBe(409);
    expect(json.detail).toContain('revoke some first');
  });
});

describe('the key ring', () => {
  const { key, issued } = issueKey({ name: 'n', expiresInSeconds: 60, sandbox: 's' }, 1_000);

  it('stores digests and no keys', () => {
    expect(JSON.stringify(issued)).not.toContain(key.slice('dk_live_'.length + 4));
  });

  it('lets a key expire to the millisecond', () => {
    let now = 60_999;
    const ring = new KeyRing([], () => now);
    ring.honour([issued]);
    expect(ring.identify(key)).toEqual({
      kind: 'valid',
      sandbox: 's',
      scopes: undefined,
      scenario: undefined,
    });
    now = 61_000;
    expect(ring.identify(`${key}~slow`)).toEqual({ kind: 'expired', sandbox: 's', scenario: 'slow' });
  });

  it('distinguishes keys whose digests begin with the same characters', () => {
    const twin: IssuedKey = {
      ...issued,
      id: 'twin',
      sandbox: 'twin',
      digest: issued.digest.slice(0, 8) + '0'.repeat(56),
    };
    const ring = new KeyRing([], () => 0);
    ring.honour([twin, issued]);
    expect(ring.identify(key).sandbox).toBe('s');
  });

  it('accepts the keys that it was started with beside issued ones, tilde and all', () => {
    const ring = new KeyRing(['with~tilde', 'second']);
    ring.honour([issued]);
    expect(ring.identify('with~tilde')).toMatchObject({
      kind: 'valid',
      sandbox: 'own-key',
      scenario: undefined,
    });
    expect(ring.identify('with~tilde~slow')).toMatchObject({ sandbox: 'own-key', scenario: 'slow' });
    expect(ring.identify('second~slow')).toMatchObject({ sandbox: 'own-key-2', scenario: 'slow' });
    expect(ring.identify('with').kind).toBe('unknown');
  });

  it('forgets what the state no longer has', () => {
    const ring = new KeyRing([], () => 0);
    ring.honour([issued]);
    ring.honour([]);
    expect(ring.identify(key).kind).toBe('unknown');
  });

  it('follows a state that other processes change, until it is stopped', async () => {
    const ring = new KeyRing([], () => 0);
    const stop = new AbortController();
    let asked = 0;
    const answers: (() => IssuedKey[])[] = [
      () => [],
      () => {
        throw new Error('away');
      },
      () => [issued],
    ];
    const known = new Promise<void>((resolve) => {
      const state = {
        clock: { list: () => [] },
        keys: {
          list: () => {
            asked += 1;
            if (asked === answers.length) setImmediate(resolve);
            return new Promise<IssuedKey[]>((done) => done((answers[asked - 1] ?? (() => []))()));
          },
        },
      };
      void followIssuedKeys(state, ring, new EventHub(), stop.signal, 5);
    });
    await known;
    stop.abort();
    expect(ring.identify(key)).toMatchObject({ kind: 'valid' });
  });
});
