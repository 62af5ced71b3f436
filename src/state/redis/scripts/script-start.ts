/**
 * The operations of the store in Redis, in Lua: each script runs alone and whole, so no replica sees half of it. Times are those
 * of Redis, since the clocks of replicas differ.
 *
 * Keys, all behind one base such as `{drydock}`:
 * - `sandboxes`: names by their last use; `journals`: those with exchanges by the last one; `sizes`, `size`: bytes of each
 *   journal and of all; `default`: the default scenario once somebody set one, empty for none; `keys`, `key-ends`; `schema`:
 *   the version of all of this; `tried`: what `tryWrite` writes
 * - of each sandbox `KIND:NAME`: `sandbox` (quota, clock, scenario, number of exchanges and of documents ever saved), `calls`,
 *   `journal`, `marks`, `collections` (the kinds that follow), `documents/COLLECTION`, `counters/COUNTER`, each with its
 *   `…-age` (ids, oldest first)
 *
 * Everything of a sandbox goes by itself some time after its last use, even when no replica is left.
 */
import { maxDocuments, maxMarks, type JournalLimits, type SandboxLimits } from '../../limits.js';
import { checkSchema } from './schema.js';

/** The longest time that a sandbox's keys stay after its idle time, in milliseconds. */
const grace = 600_000;

/** Precision of the last use, in milliseconds: within it a busy sandbox is noted once. */
const freshness = 100;

/** Bytes that an exchange takes beyond its own, roughly. */
const overhead = 64;

/**
 * The start of each script. KEYS[1] is the base, ARGV[1] milliseconds added to the clock, ARGV[2] the sandbox or
 * empty; the script's own arguments follow.
 */
export const scriptStart = (
  { maxSandboxes, idleMilliseconds }: SandboxLimits,
  { entries, totalBytes }: JournalLimits,
) => `${checkSchema}
local max_entries, max_journal_bytes, max_marks, max_documents = ${entries}, ${totalBytes}, ${maxMarks}, ${maxDocuments}
local max_sandboxes, max_idle, overhead = ${maxSandboxes}, ${idleMilliseconds}, ${overhead}
local base, name, call = KEYS[1], ARGV[2], redis.call
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
local index, journals = base .. ':sandboxes', base .. ':journals'
local sizes, total = base .. ':sizes', base .. ':size'

local function key(kind, of) return base .. ':' .. kind .. ':' .. (of or name) end

local function keys_of(of)
  local keys = {key('sandbox', of), key('calls', of), key('journal', of), key('marks', of), key('collections', of)}
  for _, kind in ipairs(call('SMEMBERS', key('collections', of))) do
    keys[#keys + 1] = key(kind, of)
    keys[#keys + 1] = key(kind .. '-age', of)
  end
  return keys
end

-- For a key that may be new; what is there already is kept by use().
local function keep(...)
  for _, one in ipairs({...}) do call('PEXPIRE', one, max_idle + ${grace}) end
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
  forget_journal(of)
  call('UNLINK', unpack(keys_of(of)))
  call('ZREM', index, of)
end

local function oldest_use() return string.format('%.0f', now - max_idle) end

local function make_room()
  local idle = call('ZRANGEBYSCORE', index, '-inf', '(' .. oldest_use(), 'LIMIT', 0, 1000)
  for _, of in ipairs(idle) do drop(of) end
  if call('ZCARD', index) < max_sandboxes then return end
  for _, of in ipairs(call('ZRANGE', index, 0, math.ceil(max_sandboxes / 10) - 1)) do drop(of) end
end

local function exists()
  local last = call('ZSCORE', index, name)
  return last and now - last <= max_idle
end

local function use()
  local last = call('ZSCORE', index, name)
  if last and now - last > max_idle then
    drop(name)
    last = false
  end
  if last and math.abs(now - last) < ${freshness} then return end
  if not last then make_room() end
  call('ZADD', index, now, name)
  keep(unpack(keys_of(name)))
  keep(index, journals, sizes, total)
end
`;
