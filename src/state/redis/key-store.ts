import type { IssuedKey, KeyStore } from '../state.js';
import { pairsOf, type ScriptRunner } from './scripts/script-runner.js';

export const keyScripts = {
  /** → keys, then id and end in turn */
  listKeys: `
return {call('HVALS', base .. ':keys'), call('HGETALL', base .. ':key-ends')}`,

  /** id, key */
  addKey: `
call('HSET', base .. ':keys', ARGV[3], ARGV[4])`,

  /** id, end → the key */
  expireKey: `
local known = call('HGET', base .. ':keys', ARGV[3])
if known then call('HSET', base .. ':key-ends', ARGV[3], ARGV[4]) end
return known`,

  removeKey: `
call('HDEL', base .. ':key-ends', ARGV[3])
return call('HDEL', base .. ':keys', ARGV[3])`,
};

export const redisKeys = (scripts: ScriptRunner<keyof typeof keyScripts>) =>
  ({
    async list() {
      const [keys, ends] = (await scripts.run('listKeys', '')) as [string[], string[]];
      const endOf = new Map(pairsOf(ends));
      return keys.map((text) => {
        const key = JSON.parse(text) as IssuedKey;
        return keyWithEnd(key, endOf.get(key.id));
      });
    },

    async add(key) {
      await scripts.run('addKey', '', [key.id, JSON.stringify(key)]);
    },

    async expire(id, at) {
      const known = (await scripts.run('expireKey', '', [id, String(at)])) as string | null;
      return known === null ? undefined : keyWithEnd(JSON.parse(known) as IssuedKey, String(at));
    },

    async remove(id) {
      return (await scripts.run('removeKey', '', [id])) === 1;
    },
  }) satisfies KeyStore;

/** JSON has no undefined, so what is missing is that. */
function keyWithEnd(key: IssuedKey, end: string | undefined): IssuedKey {
  return { ...key, scopes: key.scopes, expiresAt: end === undefined ? key.expiresAt : Number(end) };
}
