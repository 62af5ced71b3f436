import type { SandboxDirectory, SandboxSummary } from '../sandbox-directory.js';
import type { MemoryScenarioChoiceStore, SandboxMemories } from './sandboxes.js';

export class MemorySandboxDirectory implements SandboxDirectory {
  constructor(
    private readonly memories: SandboxMemories,
    private readonly scenarios: MemoryScenarioChoiceStore,
  ) {}

  list(): SandboxSummary[] {
    return this.memories.entries().map(([name, { scenario, journal, documents }, idleMilliseconds]) => ({
      name,
      scenario: scenario?.names,
      requests: journal.recorded,
      journalled: journal.size,
      documents: Object.fromEntries(
        [...documents].flatMap(([collection, { size }]) => (size === 0 ? [] : [[collection, size]])),
      ),
      idleMilliseconds,
    }));
  }

  exists(sandbox: string): boolean {
    return this.memories.peek(sandbox) !== undefined;
  }

  reset(sandbox: string): void {
    this.memories.delete(sandbox);
  }

  resetAll(): void {
    this.memories.clear();
    this.scenarios.resetDefault();
  }
}
