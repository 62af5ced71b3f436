/**
 * What the store does in Redis, in Lua: each script runs alone and whole, so no replica sees half of it. Times are those
 * of Redis, since the clocks of replicas differ.
 *
 * Keys, all behind one base such as `{drydock}`:
 * - `sandboxes`: names by their last use; `journals`: those with exchanges by the last one; `sizes`, `size`: bytes of each
 *   journal and of all; `default`: the default scenario once somebody set one, empty for none; `keys`, `key-ends`
 * - of each sandbox `KIND:NAME`: `sandbox` (quota, scenario, number of exchanges), `calls`, `rates` and `orders` with
 *   their `…-age` (oldest first), `journal`, `marks`
 *
 * Everything of a sandbox goes by itself some time after its last use, even when no replica is left.
 */
import type { JournalLimits } from '../memory/journal.js';
import { maxMarks, maxOrders } from '../limits.js';
import type { SandboxLimits } from '../limits.js';

/** How long after its idle time a sandbox's keys stay at most, in milliseconds. */
const grace = 600_000;

/** How exactly the last use is known, in milliseconds: within it a busy sandbox is written down once. */
const freshness = 100;

/** What an exchange takes beyond its bytes, roughly. */
const overhead = 64;

/** KEYS[1] base, ARGV[1] milliseconds added to the clock, ARGV[2] sandbox or empty; the script's own follow. */
const prelude = ({ maxSandboxes, idleMilliseconds }: SandboxLimits) => `
local base, name, call = KEYS[1], ARGV[2], redis.call
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
local index, journals = base .. ':sandboxes', base .. ':journals'
local sizes, total = base .. ':sizes', base .. ':size'
local kinds = {'sandbox', 'calls', 'rates', 'rates-age', 'orders', 'orders-age', 'journal', 'marks'}

local function key(kind, of) return base .. ':' .. kind .. ':' .. (of or name) end

-- For a key that may be new; what is there already is kept by use().
local function keep(...)
  for _, one in ipairs({...}) do call('PEXPIRE', one, ${idleMilliseconds + grace}) end
end

local function forget_journal(of)
  local size = call('HGET', sizes, of)
  call('UNLINK', key('journal', of))
  call('ZREM', journals, of)
  if size then
    call('HDEL', sizes, of)
    call('DECRBY', total, size)
  end
end

local function drop(of)
  local keys = {}
  for place, kind in ipairs(kinds) do keys[place] = key(kind, of) end
  forget_journal(of)
  call('UNLINK', unpack(keys))
  call('ZREM', index, of)
end

local function make_room()
  local idle = call('ZRANGEBYSCORE', index, '-inf', '(' .. string.format('%.0f', now - ${idleMilliseconds}), 'LIMIT', 0, 1000)
  for _, of in ipairs(idle) do drop(of) end
  if call('ZCARD', index) < ${maxSandboxes} then return end
  for _, of in ipairs(call('ZRANGE', index, 0, ${Math.ceil(maxSandboxes / 10) - 1})) do drop(of) end
end

local function exists()
  local last = call('ZSCORE', index, name)
  return last and now - last <= ${idleMilliseconds}
end

local function use()
  local last = call('ZSCORE', index, name)
  if last and now - last > ${idleMilliseconds} then
    drop(name)
    last = false
  end
  if last and math.abs(now - last) < ${freshness} then return end
  if not last then make_room() end
  call('ZADD', index, now, name)
  for _, kind in ipairs(kinds) do keep(key(kind)) end
  keep(index, journals, sizes, total)
end

local function remember(kind, field, is_new)
  local ages = key(kind .. '-age')
  if is_new then
    call('RPUSH', ages, field)
    if call('LLEN', ages) > ${maxOrders} then call('HDEL', key(kind), call('LPOP', ages)) end
  end
  keep(key(kind), ages)
end

local function drop_oldest_exchange()
  local of = call('ZRANGE', journals, 0, 0)[1]
  if not of then
    call('SET', total, 0)
    return 0
  end
  local oldest = call('LPOP', key('journal', of))
  if not oldest then
    forget_journal(of)
    return tonumber(call('GET', total) or 0)
  end
  local size = #oldest + ${overhead}
  call('HINCRBY', sizes, of, -size)
  return call('DECRBY', total, size)
end
`;

const bodies = ({ idleMilliseconds }: SandboxLimits, { entries, totalBytes }: JournalLimits) => ({
  /** limit, window in milliseconds → allowed, remaining, seconds to the window's end */
  spendQuota: `
use()
local hash, limit, window = key('sandbox'), tonumber(ARGV[3]), tonumber(ARGV[4])
local known = call('HMGET', hash, 'window-end', 'spent')
local window_end, spent = tonumber(known[1] or 0), tonumber(known[2] or 0)
local is_new = now >= window_end or window_end > now + window
if is_new then window_end, spent = now + window, 0 end
local allowed = spent < limit
if allowed then spent = spent + 1 end
if is_new or allowed then call('HSET', hash, 'window-end', window_end, 'spent', spent) end
if is_new then keep(hash) end
return {allowed and 1 or 0, limit - spent, math.max(1, math.ceil((window_end - now) / 1000))}`,

  /** rate → orders before */
  countOrderOf: `
use()
local count = call('HINCRBY', key('rates'), ARGV[3], 1)
remember('rates', ARGV[3], count == 1)
return count - 1`,

  /** number, order */
  saveOrder: `
use()
remember('orders', ARGV[3], call('HSET', key('orders'), ARGV[3], ARGV[4]) == 1)`,

  findOrder: `
use()
return call('HGET', key('orders'), ARGV[3])`,

  /** → names, definition, default */
  scenarioFor: `
use()
local own = call('HMGET', key('sandbox'), 'scenario', 'definition')
return {own[1], own[2], not own[1] and call('GET', base .. ':default')}`,

  /** names and definition, empty where there is none */
  setScenario: `
use()
local hash = key('sandbox')
call('HDEL', hash, 'scenario', 'definition')
if ARGV[3] ~= '' then call('HSET', hash, 'scenario', ARGV[3]) end
if ARGV[4] ~= '' then call('HSET', hash, 'definition', ARGV[4]) end
call('DEL', key('calls'))
keep(hash)`,

  sandboxScenario: `
if not exists() then return {} end
return call('HMGET', key('sandbox'), 'scenario', 'definition')`,

  countCall: `
use()
local count = call('HINCRBY', key('calls'), ARGV[3], 1)
keep(key('calls'))
return count`,

  callCounts: `
if not exists() then return {} end
return call('HGETALL', key('calls'))`,

  /** replica, entry, marks … → number */
  record: `
use()
local id = call('HINCRBY', key('sandbox'), 'recorded', 1)
if id == 1 then keep(key('sandbox')) end
if ARGV[5] then
  local marks = key('marks')
  local count = call('SCARD', marks)
  if count < ${maxMarks} then call('SADD', marks, unpack(ARGV, 5)) end
  if count == 0 then keep(marks) end
end
local entry = id .. '\\n' .. ARGV[4]
local journal, size = key('journal'), 0
if ${entries} > 0 then
  local count = call('RPUSH', journal, entry)
  size = #entry + ${overhead}
  for _ = ${entries} + 1, count do size = size - #call('LPOP', journal) - ${overhead} end
  call('ZADD', journals, now, name)
  call('HINCRBY', sizes, name, size)
  local all = call('INCRBY', total, size)
  if count == 1 then keep(journal, journals, sizes, total) end
  while all > ${totalBytes} do all = drop_oldest_exchange() end
end
call('PUBLISH', base .. ':exchanges', ARGV[3] .. '\\n' .. name .. '\\n' .. entry)
return id`,

  journal: `
if not exists() then return {} end
return call('LRANGE', key('journal'), 0, -1)`,

  clearJournal: `
forget_journal(name)`,

  covered: `
if not exists() then return {} end
return call('SMEMBERS', key('marks'))`,

  /** → name, scenario, exchanges, orders, idle milliseconds of each */
  sandboxes: `
local rows = {}
local used = call('ZRANGEBYSCORE', index, string.format('%.0f', now - ${idleMilliseconds}), '+inf', 'WITHSCORES')
for place = 1, #used, 2 do
  local of = used[place]
  local known = call('HMGET', key('sandbox', of), 'scenario', 'recorded')
  rows[#rows + 1] = {of, known[1], known[2] or '0', call('HLEN', key('orders', of)), math.max(0, now - used[place + 1])}
end
return rows`,

  exists: `
return exists() and 1 or 0`,

  reset: `
drop(name)`,

  resetAll: `
for _, of in ipairs(call('ZRANGE', index, 0, -1)) do drop(of) end
call('DEL', base .. ':default')`,

  /** → keys, then id and end in turn */
  keys: `
return {call('HVALS', base .. ':keys'), call('HGETALL', base .. ':key-ends')}`,

  /** id, end → the key */
  expireKey: `
local known = call('HGET', base .. ':keys', ARGV[3])
if known then call('HSET', base .. ':key-ends', ARGV[3], ARGV[4]) end
return known`,

  removeKey: `
call('HDEL', base .. ':key-ends', ARGV[3])
return call('HDEL', base .. ':keys', ARGV[3])`,
});

export type ScriptName = keyof ReturnType<typeof bodies>;

/** The scripts as Redis gets them, for a store with these limits. */
export function storeScripts(
  sandboxes: SandboxLimits,
  journal: JournalLimits,
): Readonly<Record<ScriptName, string>> {
  const start = prelude(sandboxes);
  const texts = Object.entries(bodies(sandboxes, journal)).map(([name, body]) => [name, start + body]);
  return Object.fromEntries(texts) as Record<ScriptName, string>;
}
