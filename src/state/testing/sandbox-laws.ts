import { describe, expect, it } from 'vitest';
import type { IssuedKey, State } from '../state.js';
import { defaultSandboxLimits } from '../limits.js';
import { newEntry } from './new-entry.js';
import type { OpenStore } from './state-under-test.js';

const issuedKey = (id: string): IssuedKey => ({
  id,
  name: 'Größe',
  sandbox: 'a',
  start: 'dk_live_ab',
  digest: 'f'.repeat(64),
  scopes: ['categories'],
  createdAt: 1_767_225_600_000,
  expiresAt: undefined,
});

export function sandboxLaws(fresh: OpenStore): void {
  describe('a sandbox', () => {
    it('exists from its first use, and reading what it has is no use', async () => {
      const { state } = await fresh();
      expect(await state.sandboxes.exists('a')).toBe(false);
      await state.journal.list('a');
      await state.journal.marks('a');
      await state.scenarios.callCounts('a');
      await state.scenarios.chosen('a');
      await state.journal.clear('a');
      expect([await state.sandboxes.exists('a'), await state.sandboxes.list()]).toEqual([false, []]);
      await state.scenarios.choose('a', { names: 'flaky' });
      expect(await state.sandboxes.exists('a')).toBe(true);
    });

    it('is listed with its scenario, its exchanges, its documents and its last use', async () => {
      const { state, advance } = await fresh('slow');
      await state.scenarios.choose('a', { names: 'flaky' });
      await advance(3000);
      await state.journal.record('b', newEntry());
      await state.documents.save('b', 'orders', '1', {});
      await state.documents.save('b', 'orders', '2', {});
      await state.documents.save('b', 'gone', '1', {});
      await state.documents.delete('b', 'gone', '1');
      await state.documents.increment('b', 'counted', '1');
      const listed = [...(await state.sandboxes.list())].sort((x, y) => (x.name < y.name ? -1 : 1));
      expect(listed.map(({ idleMilliseconds: _, ...rest }) => rest)).toEqual([
        { name: 'a', scenario: 'flaky', requests: 0, journalled: 0, documents: {} },
        { name: 'b', scenario: undefined, requests: 1, journalled: 1, documents: { orders: 2 } },
      ]);
      const [a = 0, b = 0] = listed.map(({ idleMilliseconds }) => idleMilliseconds);
      expect(a - b).toBeGreaterThan(2500);
      expect(a - b).toBeLessThan(3500);
    });

    it('is forgotten whole by a reset, and no other sandbox is', async () => {
      const { state } = await fresh('slow');
      await fill(state, 'a');
      await fill(state, 'b');
      const before = await seen(state, 'b');
      await state.sandboxes.reset('a');
      expect(await state.sandboxes.exists('a')).toBe(false);
      expect(await seen(state, 'b')).toEqual(before);
      expect(await seen(state, 'a')).toEqual(await seen(state, 'never used'));
      expect(await state.documents.increment('a', 'orders-by-rate', 'rate')).toBe(1);
      expect(await state.quota.spend('a', { limit: 3, windowSeconds: 1000 })).toMatchObject({ remaining: 2 });
      expect(await state.journal.record('a', newEntry())).toBe(1);
    });

    it('is forgotten whole when it was idle for too long', async () => {
      const { state, advance } = await fresh();
      await fill(state, 'a');
      await advance(defaultSandboxLimits.idleMilliseconds - 1000);
      expect(await state.sandboxes.exists('a')).toBe(true);
      await advance(2000);
      expect([await state.sandboxes.exists('a'), await state.sandboxes.list()]).toEqual([false, []]);
      expect(await seen(state, 'a')).toEqual(await seen(state, 'never used'));
      expect(await state.journal.record('a', newEntry())).toBe(1);
      expect(await state.documents.increment('a', 'orders-by-rate', 'rate')).toBe(1);
    });

    it('is forgotten with all others, and the default of the start holds again', async () => {
      const { state } = await fresh('slow');
      await fill(state, 'a');
      await state.scenarios.setDefault('flaky');
      await state.keys.add(issuedKey('1'));
      await state.sandboxes.resetAll();
      expect(await state.sandboxes.list()).toEqual([]);
      expect(await state.scenarios.defaultNames()).toBe('slow');
      expect(await state.keys.list()).toEqual([issuedKey('1')]);
    });

    it('never sees what happens in another, whatever their names are', async () => {
      const { state } = await fresh();
      const names = ['a', 'a:b', '*', 'A', 'a.', '..', '__proto__', 'constructor'];
      for (const sandbox of names) await state.journal.record(sandbox, newEntry(`/${sandbox}`));
      for (const sandbox of names)
        expect((await state.journal.list(sandbox)).map(({ request }) => request.path)).toEqual([
          `/${sandbox}`,
        ]);
    });
  });

  it('issued keys are listed as they were added until they are removed, whatever is reset', async () => {
    const { state } = await fresh();
    expect(await state.keys.list()).toEqual([]);
    const expiring: IssuedKey = { ...issuedKey('2'), scopes: undefined, expiresAt: 1 };
    await state.keys.add(issuedKey('1'));
    await state.keys.add(expiring);
    expect([...(await state.keys.list())].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      issuedKey('1'),
      expiring,
    ]);
    expect(await state.keys.expire('1', 5)).toEqual({ ...issuedKey('1'), expiresAt: 5 });
    expect((await state.keys.list()).map(({ expiresAt }) => expiresAt)).toContain(5);
    expect(await state.keys.expire('none', 5)).toBeUndefined();
    expect(await state.keys.remove('1')).toBe(true);
    expect(await state.keys.remove('1')).toBe(false);
    expect(await state.keys.list()).toEqual([expiring]);
    await state.sandboxes.reset('a');
    expect(await state.keys.list()).toEqual([expiring]);
  });
}

/** Puts something everywhere in a sandbox. */
async function fill(state: State, sandbox: string): Promise<void> {
  await state.quota.spend(sandbox, { limit: 3, windowSeconds: 1000 });
  await state.scenarios.choose(sandbox, { names: 'flaky' });
  await state.scenarios.countCall(sandbox, 'flaky');
  await state.documents.increment(sandbox, 'orders-by-rate', 'rate');
  await state.documents.save(sandbox, 'orders', '1', { id: 1 });
  await state.journal.record(sandbox, newEntry(), () => ['status getOrder 404']);
}

/** Returns all that can be seen of a sandbox. */
async function seen(state: State, sandbox: string): Promise<unknown> {
  return {
    scenario: await state.scenarios.inForce(sandbox),
    calls: Object.fromEntries(await state.scenarios.callCounts(sandbox)),
    documents: await state.documents.list(sandbox, 'orders'),
    journal: await state.journal.list(sandbox),
    covered: [...(await state.journal.marks(sandbox))],
  };
}
