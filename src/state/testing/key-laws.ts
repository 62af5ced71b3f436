import { expect, it } from '@jest/globals';
import type { IssuedKey } from '../key-store.js';
import type { Fresh } from './state-under-test.js';

export const issuedKey = (id: string): IssuedKey => ({
  id,
  name: 'Größe',
  sandbox: 'a',
  start: 'dk_live_ab',
  digest: 'f'.repeat(64),
  scopes: ['categories'],
  createdAt: 1_767_225_600_000,
  expiresAt: undefined,
});

export function keyLaws(fresh: Fresh): void {
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
