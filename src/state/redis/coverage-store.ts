import type { CoverageStore } from '../journal-store.js';
import type { ScriptRunner } from './scripts/script-runner.js';

export const coverageScripts = {
  coverageMarks: `
if not exists() then return {} end
return call('SMEMBERS', key('marks'))`,
};

/** Reads the marks that `RedisJournalStore` adds. */
export class RedisCoverageStore implements CoverageStore {
  constructor(private readonly scripts: ScriptRunner<keyof typeof coverageScripts>) {}

  async marks(sandbox: string): Promise<ReadonlySet<string>> {
    return new Set((await this.scripts.run('coverageMarks', sandbox)) as string[]);
  }
}
