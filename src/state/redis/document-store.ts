import { checkedCollection, documentText } from '../document-store.js';
import type { DocumentStore, StoredDocument } from '../document-store.js';
import { pairsOf, type ScriptRunner } from './scripts/script-runner.js';

/** KIND is `documents/COLLECTION` or `counters/COUNTER`. */
const documentStart = `
use()
local kind, id = ARGV[3], ARGV[4]
local documents, ages = key(kind), key(kind .. '-age')

local function remember(is_new)
  if is_new then
    call('SADD', key('collections'), kind)
    call('ZADD', ages, call('HINCRBY', key('sandbox'), 'saved', 1), id)
    if call('ZCARD', ages) > max_documents then
      local oldest = call('ZRANGE', ages, 0, 0)[1]
      call('HDEL', documents, oldest)
      call('ZREM', ages, oldest)
    end
  end
  keep(documents, ages, key('collections'), key('sandbox'))
end

local function save(text)
  remember(call('HSET', documents, id, text) == 1)
end

local function delete()
  call('ZREM', ages, id)
  return call('HDEL', documents, id)
end
`;

/** Each takes the kind and, but for the list, the document's id first. */
export const documentScripts = {
  findDocument: `${documentStart}
return call('HGET', documents, id)`,

  /** → ids, oldest first; id and document in turn */
  listDocuments: `${documentStart}
return {call('ZRANGE', ages, 0, -1), call('HGETALL', documents)}`,

  saveDocument: `${documentStart}
save(ARGV[5])`,

  deleteDocument: `${documentStart}
return delete()`,

  /**
   * what the document must be and what it becomes, each the document behind a `=`, or empty for none
   * → whether it was that; what it is instead
   */
  swapDocument: `${documentStart}
local current = call('HGET', documents, id)
if (current and '=' .. current or '') ~= ARGV[5] then return {0, current} end
if ARGV[6] == '' then delete() else save(string.sub(ARGV[6], 2)) end
return {1}`,

  /** → how many there are now */
  increment: `${documentStart}
local count = call('HINCRBY', documents, id, 1)
remember(count == 1)
return count`,
};

export function redisDocuments(scripts: ScriptRunner<keyof typeof documentScripts>) {
  const findText = async (sandbox: string, collection: string, id: string): Promise<string | null> =>
    (await scripts.run('findDocument', sandbox, [documentsOf(collection), id])) as string | null;
  return {
    async find<T>(sandbox: string, collection: string, id: string) {
      return parsed(await findText(sandbox, collection, id)) as T | undefined;
    },

    async list<T>(sandbox: string, collection: string): Promise<StoredDocument<T>[]> {
      const reply = await scripts.run('listDocuments', sandbox, [documentsOf(collection)]);
      const [ids, documents] = reply as [string[], string[]];
      const texts = new Map(pairsOf(documents));
      return ids.map((id) => ({ id, document: JSON.parse(texts.get(id) ?? 'null') as T }));
    },

    async save(sandbox, collection, id, document) {
      const text = documentText(collection, id, document);
      await scripts.run('saveDocument', sandbox, [documentsOf(collection), id, text]);
    },

    async delete(sandbox, collection, id) {
      return (await scripts.run('deleteDocument', sandbox, [documentsOf(collection), id])) === 1;
    },

    /** Compares and sets until nobody was faster; each failed try brings the document as it is then. */
    async update(sandbox, collection, id, change) {
      let current = await findText(sandbox, collection, id);
      for (;;) {
        const changed = change(parsed(current) as Parameters<typeof change>[0]);
        const next = changed === undefined ? null : documentText(collection, id, changed);
        const args = [documentsOf(collection), id, marked(current), marked(next)];
        const reply = await scripts.run('swapDocument', sandbox, args);
        const [swapped, instead] = reply as [swapped: number, instead?: string | null];
        if (swapped === 1) return changed;
        current = instead ?? null;
      }
    },

    async increment(sandbox, counter, id) {
      const kind = `counters/${checkedCollection(counter)}`;
      return (await scripts.run('increment', sandbox, [kind, id])) as number;
    },
  } satisfies DocumentStore;
}

function documentsOf(collection: string): string {
  return `documents/${checkedCollection(collection)}`;
}

function parsed(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}

/** No argument can be null: an empty one stands for no document. */
function marked(text: string | null): string {
  return text === null ? '' : `=${text}`;
}
