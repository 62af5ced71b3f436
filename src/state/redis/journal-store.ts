import { deliveryNow, durationNow, sentPart } from '../../journal/delivery.js';
import type { JournalEntry, NewJournalEntry, KeptBody } from '../../journal/journal-entry.js';
import type { JournalStore, NewMarks } from '../journal-store.js';
import type { ScriptRunner } from './scripts/script-runner.js';

/** @param from index of the first mark among the arguments */
const addMarks = (from: number) => `
if ARGV[${from}] then
  local marks = key('marks')
  local count = call('SCARD', marks)
  if count < max_marks then call('SADD', marks, unpack(ARGV, ${from})) end
  if count == 0 then keep(marks) end
end`;

/** Counts more bytes, and drops the oldest exchanges of the journals used least recently while all have too many. */
const growJournals = `
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
  local size = #oldest + overhead
  call('HINCRBY', sizes, of, -size)
  return call('DECRBY', total, size)
end

local function grow_journals(size)
  local all = call('INCRBY', total, size)
  while all > max_journal_bytes do all = drop_oldest_exchange() end
end
`;

export const journalScripts = {
  /** replica, entry, 1 to tell other replicas, marks … → number */
  recordExchange: `${growJournals}
use()
local id = call('HINCRBY', key('sandbox'), 'recorded', 1)
if id == 1 then keep(key('sandbox')) end
${addMarks(6)}
local entry = id .. '\\n' .. ARGV[4]
local journal, size = key('journal'), 0
if max_entries > 0 then
  local count = call('RPUSH', journal, entry)
  size = #entry + overhead
  for _ = max_entries + 1, count do size = size - #call('LPOP', journal) - overhead end
  call('ZADD', journals, now, name)
  call('HINCRBY', sizes, name, size)
  grow_journals(size)
  if count == 1 then keep(journal, journals, sizes, total) end
end
if ARGV[5] == '1' then call('PUBLISH', base .. ':exchanges', ARGV[3] .. '\\n' .. name .. '\\n' .. entry) end
return id`,

  /** replica, entry, number, a part of the entry that no other has, 1 to tell other replicas, marks … → 1 unless it is from before a reset */
  completeExchange: `${growJournals}
local recorded = call('HGET', key('sandbox'), 'recorded')
-- After a reset the number is nobody's or another's.
if not recorded or tonumber(ARGV[5]) > tonumber(recorded) then return end
local entry = ARGV[5] .. '\\n' .. ARGV[4]
local journal = key('journal')
local first = call('LINDEX', journal, 0)
local at = first and tonumber(ARGV[5]) - tonumber(string.match(first, '^%d+')) or -1
local before = at >= 0 and call('LINDEX', journal, at)
if before and not string.find(before, ARGV[6], 1, true) then return end
${addMarks(8)}
if before then
  call('LSET', journal, at, entry)
  call('HINCRBY', sizes, name, #entry - #before)
  grow_journals(#entry - #before)
end
if ARGV[7] == '1' then call('PUBLISH', base .. ':exchanges', ARGV[3] .. '\\n' .. name .. '\\n' .. entry) end
return 1`,

  listExchanges: `
if not exists() then return {} end
return call('LRANGE', key('journal'), 0, -1)`,

  clearJournal: `
forget_journal(name)`,

  coverageMarks: `
if not exists() then return {} end
return call('SMEMBERS', key('marks'))`,
};

const nothingKnown: ReadonlySet<string> = new Set();

/**
 * Exchanges reach the other replicas with the call that records them.
 *
 * @param replica who records, so that a replica can tell its own exchanges from those of others
 */
export const redisJournal = (scripts: ScriptRunner<keyof typeof journalScripts>, replica: string) =>
  ({
    async record(sandbox, entry, newMarks?: NewMarks, isHeld = false) {
      const marks = newMarks?.(nothingKnown) ?? [];
      const args = [replica, entryBytes(entry), toTell(entry, isHeld), ...marks];
      return (await scripts.run('recordExchange', sandbox, args)) as number;
    },

    async complete(sandbox, id, entry, newMarks?: NewMarks, isHeld = false) {
      const marks = newMarks?.(nothingKnown) ?? [];
      const arrival = `"elapsed":${JSON.stringify(entry.elapsed)}`;
      const args = [replica, entryBytes(entry), String(id), arrival, toTell(entry, isHeld), ...marks];
      return (await scripts.run('completeExchange', sandbox, args)) === 1;
    },

    async list(sandbox) {
      return ((await scripts.runForBytes('listExchanges', sandbox)) as Buffer[]).map(entryFromBytes);
    },

    async clear(sandbox) {
      await scripts.run('clearJournal', sandbox);
    },

    async marks(sandbox) {
      return new Set((await scripts.run('coverageMarks', sandbox)) as string[]);
    },
  }) satisfies JournalStore;

/** Bodies are bytes of any kind and stand behind the text, which says how many they are and their whole sizes. */
interface Head extends Omit<NewJournalEntry, 'request' | 'response'> {
  readonly request: Omit<NewJournalEntry['request'], 'body'>;
  readonly response: Omit<NewJournalEntry['response'], 'body'>;
  /** Bytes kept and whole size: of the request's body, of the response's. */
  readonly bodies: readonly [number, number, number, number];
}

/** The word of a script for whether other replicas learn of an entry. */
function toTell({ delivery }: NewJournalEntry, isHeld: boolean): string {
  return isHeld || delivery.ending !== undefined ? '1' : '0';
}

/** An exchange as bytes: one line of JSON, then both bodies as they came. */
function entryBytes({ request, response, ...rest }: NewJournalEntry): Buffer {
  const { body: requestBody, ...requestHead } = request;
  const { body: responseBody, ...responseHead } = response;
  const head: Head = {
    ...rest,
    delivery: deliveryNow(rest.delivery),
    request: requestHead,
    response: responseHead,
    bodies: [requestBody.bytes.length, requestBody.size, responseBody.bytes.length, responseBody.size],
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), requestBody.bytes, responseBody.bytes]);
}

/** Reads what `entryBytes` made, behind a line with the entry's number. */
export function entryFromBytes(bytes: Buffer): JournalEntry {
  const numberEnd = bytes.indexOf(0x0a);
  const headEnd = bytes.indexOf(0x0a, numberEnd + 1);
  const { bodies, request, response, ...rest } = JSON.parse(
    bytes.toString('utf8', numberEnd + 1, headEnd),
  ) as Head;
  const [requestLength, requestSize, responseLength, responseSize] = bodies;
  const from = headEnd + 1;
  const body = bodyAt(bytes, from + requestLength, responseLength, responseSize);
  return {
    ...rest,
    durationMs: durationNow(rest.elapsed, rest.durationMs, rest.delivery),
    // JSON has no undefined.
    operation: rest.operation,
    scenario: rest.scenario && { ...rest.scenario, fault: rest.scenario.fault },
    id: Number(bytes.toString('latin1', 0, numberEnd)),
    request: { ...request, body: bodyAt(bytes, from, requestLength, requestSize) },
    // The journal has the body of a target decoded.
    response: { ...response, body: response.fromTarget ? body : sentPart(body, rest.delivery) },
  };
}

function bodyAt(bytes: Buffer, from: number, length: number, size: number): KeptBody {
  return { bytes: new Uint8Array(bytes.buffer, bytes.byteOffset + from, length), size };
}
