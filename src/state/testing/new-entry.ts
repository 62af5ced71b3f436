import type { NewJournalEntry } from '../../journal/journal-entry.js';

/** An exchange for tests of stores, recognized by its path. */
export function newEntry(path = '/a', facts: Partial<NewJournalEntry> = {}): NewJournalEntry {
  const nothing = { bytes: new Uint8Array(0), size: 0 };
  return {
    time: Date.UTC(2026, 0, 1),
    elapsed: 1000,
    durationMs: 1,
    delivery: { firstByteMs: 1, lastByteMs: 1, headBytes: 100, bodyBytes: 1_000_000, ending: 'complete' },
    request: { method: 'GET', path, query: '', headers: {}, body: nothing },
    operation: undefined,
    problems: [],
    response: { status: 200, headers: {}, body: nothing },
    scenario: undefined,
    ...facts,
  };
}
