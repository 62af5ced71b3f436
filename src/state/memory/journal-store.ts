import type { JournalEntry, NewJournalEntry } from '../../journal/journal-entry.js';
import type { NewMarks } from '../coverage-store.js';
import type { JournalStore } from '../journal-store.js';
import { maxMarks } from '../limits.js';
import type { SandboxMemories } from './sandbox-memory.js';

export class MemoryJournalStore implements JournalStore {
  constructor(private readonly memories: SandboxMemories) {}

  record(sandbox: string, entry: NewJournalEntry, newMarks?: NewMarks): number {
    const { journal, marks } = this.memories.use(sandbox);
    if (newMarks) for (const mark of newMarks(marks)) if (marks.size < maxMarks) marks.add(mark);
    return journal.record(entry);
  }

  list(sandbox: string): JournalEntry[] {
    return this.memories.peek(sandbox)?.journal.list() ?? [];
  }

  clear(sandbox: string): void {
    this.memories.peek(sandbox)?.journal.clear();
  }
}
