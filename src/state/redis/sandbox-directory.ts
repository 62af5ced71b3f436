import type { SandboxDirectory } from '../state.js';
import { pairsOf, type ScriptRunner } from './scripts/script-runner.js';

export const directoryScripts = {
  /** → name, scenario, exchanges, those that the journal holds, idle milliseconds of each, and its collections with their sizes in turn */
  listSandboxes: `
local rows = {}
local used = call('ZRANGEBYSCORE', index, oldest_use(), '+inf', 'WITHSCORES')
for place = 1, #used, 2 do
  local of, documents = used[place], {}
  local known = call('HMGET', key('sandbox', of), 'scenario', 'recorded')
  for _, kind in ipairs(call('SMEMBERS', key('collections', of))) do
    local collection = string.match(kind, '^documents/(.*)')
    local size = collection and call('HLEN', key(kind, of)) or 0
    if size > 0 then
      documents[#documents + 1] = collection
      documents[#documents + 1] = tostring(size)
    end
  end
  rows[#rows + 1] = {of, known[1], known[2] or '0', call('LLEN', key('journal', of)), math.max(0, now - used[place + 1]), documents}
end
return rows`,

  sandboxExists: `
return exists() and 1 or 0`,

  resetSandbox: `
drop(name)`,

  resetAll: `
for _, of in ipairs(call('ZRANGE', index, 0, -1)) do drop(of) end
call('DEL', base .. ':default')`,
};

type Row = readonly [
  name: string,
  scenario: string | null,
  requests: string,
  journalled: number,
  idleMilliseconds: number,
  documents: readonly string[],
];

export const redisSandboxes = (scripts: ScriptRunner<keyof typeof directoryScripts>) =>
  ({
    async list() {
      const rows = (await scripts.run('listSandboxes', '')) as readonly Row[];
      return rows.map(([name, scenario, requests, journalled, idleMilliseconds, documents]) => ({
        name,
        scenario: scenario ?? undefined,
        requests: Number(requests),
        journalled,
        documents: Object.fromEntries(
          pairsOf(documents).map(([collection, size]) => [collection, Number(size)]),
        ),
        idleMilliseconds,
      }));
    },

    async exists(sandbox) {
      return (await scripts.run('sandboxExists', sandbox)) === 1;
    },

    async reset(sandbox) {
      await scripts.run('resetSandbox', sandbox);
    },

    async resetAll() {
      await scripts.run('resetAll', '');
    },
  }) satisfies SandboxDirectory;
