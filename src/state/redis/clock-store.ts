import type { ClockStore } from '../clock-store.js';
import type { ScriptRunner } from './scripts/script-runner.js';

export const clockScripts = {
  /** names of sandboxes → their shifts in milliseconds, as texts */
  clockShifts: `
local shifts = {}
for index = 3, #ARGV do shifts[index - 2] = call('HGET', key('sandbox', ARGV[index]), 'clock') or '0' end
return shifts`,

  /** shift in milliseconds */
  setClock: `
use()
local hash = key('sandbox')
call('HSET', hash, 'clock', ARGV[3])
keep(hash)`,
};

export class RedisClockStore implements ClockStore {
  constructor(private readonly scripts: ScriptRunner<keyof typeof clockScripts>) {}

  async shift(sandbox: string): Promise<number> {
    const [shift = 0] = await this.shifts([sandbox]);
    return shift;
  }

  async shifts(sandboxes: readonly string[]): Promise<readonly number[]> {
    if (sandboxes.length === 0) return [];
    return ((await this.scripts.run('clockShifts', '', sandboxes)) as string[]).map(Number);
  }

  async setShift(sandbox: string, milliseconds: number): Promise<void> {
    await this.scripts.run('setClock', sandbox, [String(milliseconds)]);
  }
}
