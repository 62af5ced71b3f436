import type { CoverageStore } from '../coverage-store.js';
import type { SandboxMemories } from './sandbox-memory.js';

/** Reads the marks that `MemoryJournalStore` adds. */
export class MemoryCoverageStore implements CoverageStore {
  constructor(private readonly memories: SandboxMemories) {}

  marks(sandbox: string): ReadonlySet<string> {
    return this.memories.peek(sandbox)?.marks ?? new Set();
  }
}
