/** Frees memory when Redis has none left and may evict nothing (`maxmemory` with `noeviction`). */
import { StoreUnavailableError } from '../../store-unavailable.js';

/** Redis refuses to take more. */
export class StoreFullError extends StoreUnavailableError {}

/** Tells whether Redis refused a command, or a script at its first write, because it is full. */
export function isFullReply(message: string): boolean {
  return message.includes('OOM command not allowed');
}

/** Bytes that are freed at once; many, so that it is rarely needed. */
const freedAtOnce = 4 * 1024 * 1024;

/** Sandboxes that are dropped at once. */
const droppedAtOnce = 100;

/** Nothing here adds to what Redis holds before it has freed something, as it would be refused. */
export const roomScripts = {
  /**
   * Drops journals, those with the oldest last exchange first; where there are none, idle sandboxes that nobody has set to
   * a scenario or another time → journals, their bytes, sandboxes
   */
  makeRoom: `
local dropped, freed, gone = 0, 0, 0
while freed < ${freedAtOnce} do
  local of = call('ZRANGE', journals, 0, 0)[1]
  if not of then break end
  freed = freed + tonumber(call('HGET', sizes, of) or 0)
  dropped = dropped + 1
  -- UNLINK would free it later than the next call.
  call('DEL', key('journal', of))
  forget_journal(of)
end
if dropped > 0 then return {dropped, freed, 0} end
for _, of in ipairs(call('ZRANGE', index, 0, ${droppedAtOnce})) do
  local set = call('HMGET', key('sandbox', of), 'scenario', 'clock')
  if of ~= name and gone < ${droppedAtOnce} and not set[1] and not set[2] then
    call('DEL', unpack(keys_of(of)))
    drop(of)
    gone = gone + 1
  end
end
return {0, 0, gone}`,

  /** Writes as a request does. */
  tryWrite: `
call('SET', base .. ':tried', now, 'PX', max_idle)`,
};

/** The evictions of `makeRoom`. */
export type Room = readonly [journals: number, bytes: number, sandboxes: number];
