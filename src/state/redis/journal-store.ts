import type { JournalEntry, NewJournalEntry } from '../../journal/journal-entry.js';
import type { NewMarks } from '../coverage-store.js';
import type { JournalStore } from '../journal-store.js';
import { entryBytes, entryFromBytes } from './entry-bytes.js';
import type { ScriptRunner } from './scripts/script-runner.js';

export const journalScripts = {
  /** replica, entry, marks … → number */
  recordExchange: `
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

use()
local id = call('HINCRBY', key('sandbox'), 'recorded', 1)
if id == 1 then keep(key('sandbox')) end
if ARGV[5] then
  local marks = key('marks')
  local count = call('SCARD', marks)
  if count < max_marks then call('SADD', marks, unpack(ARGV, 5)) end
  if count == 0 then keep(marks) end
end
local entry = id .. '\\n' .. ARGV[4]
local journal, size = key('journal'), 0
if max_entries > 0 then
  local count = call('RPUSH', journal, entry)
  size = #entry + overhead
  for _ = max_entries + 1, count do size = size - #call('LPOP', journal) - overhead end
  call('ZADD', journals, now, name)
  call('HINCRBY', sizes, name, size)
  local all = call('INCRBY', total, size)
  if count == 1 then keep(journal, journals, sizes, total) end
  while all > max_journal_bytes do all = drop_oldest_exchange() end
end
call('PUBLISH', base .. ':exchanges', ARGV[3] .. '\\n' .. name .. '\\n' .. entry)
return id`,

  listExchanges: `
if not exists() then return {} end
return call('LRANGE', key('journal'), 0, -1)`,

  clearJournal: `
forget_journal(name)`,
};

const nothingKnown: ReadonlySet<string> = new Set();

/** Exchanges reach the other replicas with the call that records them. */
export class RedisJournalStore implements JournalStore {
  /** @param replica who records, so that a replica can tell its own exchanges from those of others */
  constructor(
    private readonly scripts: ScriptRunner<keyof typeof journalScripts>,
    private readonly replica: string,
  ) {}

  async record(sandbox: string, entry: NewJournalEntry, newMarks?: NewMarks): Promise<number> {
    const marks = newMarks?.(nothingKnown) ?? [];
    const args = [this.replica, entryBytes(entry), ...marks];
    return (await this.scripts.run('recordExchange', sandbox, args)) as number;
  }

  async list(sandbox: string): Promise<JournalEntry[]> {
    return ((await this.scripts.runForBytes('listExchanges', sandbox)) as Buffer[]).map(entryFromBytes);
  }

  async clear(sandbox: string): Promise<void> {
    await this.scripts.run('clearJournal', sandbox);
  }
}
