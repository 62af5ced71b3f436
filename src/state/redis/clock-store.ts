import { mocksClock, type ClockStore } from '../clock-store.js';
import type { ScriptRunner } from './scripts/script-runner.js';

export const clockScripts = {
  /** names of sandboxes → of each its shift in milliseconds and the readings at which it is frozen, as texts */
  listClocks: `
local clocks = {}
for index = 3, #ARGV do
  local known = call('HMGET', key('sandbox', ARGV[index]), 'clock', 'frozen-mock', 'frozen-real')
  clocks[index - 2] = {known[1] or '0', known[2] or '', known[3] or ''}
end
return clocks`,

  /** shift in milliseconds, the readings of the other clocks at which it is frozen; empty where it runs */
  setClock: `
use()
local hash = key('sandbox')
call('HSET', hash, 'clock', ARGV[3])
if ARGV[4] == '' then
  call('HDEL', hash, 'frozen-mock', 'frozen-real', 'frozen')
else
  call('HSET', hash, 'frozen-mock', ARGV[4], 'frozen-real', ARGV[5])
  call('HSETNX', hash, 'frozen', now)
end
keep(hash)`,
};

export const redisClock = (scripts: ScriptRunner<keyof typeof clockScripts>) =>
  ({
    async get(sandbox) {
      const [clock = mocksClock] = await this.list([sandbox]);
      return clock;
    },

    async list(sandboxes) {
      if (sandboxes.length === 0) return [];
      const listed = (await scripts.run('listClocks', '', sandboxes)) as [string, string, string][];
      return listed.map(([shift, mock, real]) => ({
        shift: Number(shift),
        frozenAt: mock === '' ? undefined : { mock: Number(mock), real: Number(real) },
      }));
    },

    async set(sandbox, { shift, frozenAt }) {
      const { mock = '', real = '' } = frozenAt ?? {};
      await scripts.run('setClock', sandbox, [shift, mock, real].map(String));
    },
  }) satisfies ClockStore;
