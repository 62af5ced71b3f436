import type { Quota, QuotaStore } from '../state.js';
import type { ScriptRunner } from './scripts/script-runner.js';

export const quotaScripts = {
  /** limit, window in milliseconds → allowed, remaining, seconds to the window's end */
  spendQuota: `
use()
local hash, limit, window = key('sandbox'), tonumber(ARGV[3]), tonumber(ARGV[4])
local known = call('HMGET', hash, 'window-end', 'spent', 'clock', 'frozen')
local window_end, spent = tonumber(known[1] or 0), tonumber(known[2] or 0)
now = tonumber(known[4] or now) + tonumber(known[3] or 0)
local is_new = now >= window_end or window_end > now + window
if is_new then window_end, spent = now + window, 0 end
local allowed = spent < limit
if allowed then spent = spent + 1 end
if is_new or allowed then call('HSET', hash, 'window-end', window_end, 'spent', spent) end
if is_new then keep(hash) end
return {allowed and 1 or 0, limit - spent, math.max(1, math.ceil((window_end - now) / 1000))}`,

  /** limit, window in milliseconds → remaining, seconds to the window's end (0 where none has begun) */
  quotaLeft: `
local limit, window = tonumber(ARGV[3]), tonumber(ARGV[4])
local known = exists() and call('HMGET', key('sandbox'), 'window-end', 'spent', 'clock', 'frozen') or {}
local window_end = tonumber(known[1] or 0)
now = tonumber(known[4] or now) + tonumber(known[3] or 0)
if now >= window_end or window_end > now + window then return {limit, 0} end
return {math.max(0, limit - tonumber(known[2] or 0)), math.max(1, math.ceil((window_end - now) / 1000))}`,

  resetQuota: `
if exists() then call('HDEL', key('sandbox'), 'window-end', 'spent') end
return 0`,
};

export const redisQuota = (scripts: ScriptRunner<keyof typeof quotaScripts>) =>
  ({
    async spend(sandbox, quota) {
      const reply = await scripts.run('spendQuota', sandbox, argsOf(quota));
      const [allowed, remaining, resetSeconds] = reply as [number, number, number];
      return { allowed: allowed === 1, remaining, resetSeconds };
    },

    async left(sandbox, quota) {
      const reply = await scripts.run('quotaLeft', sandbox, argsOf(quota));
      const [remaining, resetSeconds] = reply as [number, number];
      return { remaining, resetSeconds: resetSeconds === 0 ? undefined : resetSeconds };
    },

    async reset(sandbox) {
      await scripts.run('resetQuota', sandbox, []);
    },
  }) satisfies QuotaStore;

function argsOf({ limit, windowSeconds }: Quota): string[] {
  return [String(limit), String(windowSeconds * 1000)];
}
