import type { JournalEntry } from '../../journal/journal-entry.js';
import type { State } from '../../state/state.js';
import type { EntryMatcher } from './match-entry.js';

/** An exchange, and the sandbox whose journal has it. */
export interface FoundEntry {
  readonly sandbox: string;
  readonly entry: JournalEntry;
}

export interface SearchResult {
  /** Oldest first: the latest of those that match, as many as were asked for. */
  readonly found: readonly FoundEntry[];
  /** Number of matches. */
  readonly matching: number;
}

/** The longest time that a search blocks the requests of clients, in milliseconds. */
const sliceMs = 8;
/** Entries between two looks at the clock. */
const entriesBetweenLooks = 64;
/** Journals read at the same time from a shared store. One in this process answers at once, and fewer entries are alive. */
const atOnce = 8;

/** Looks through the journals of all sandboxes. @param matches undefined lets everything pass */
export async function searchJournals(
  { sandboxes, journal }: Pick<State, 'sandboxes' | 'journal'>,
  matches: EntryMatcher | undefined,
  limit: number,
): Promise<SearchResult> {
  const listed = sandboxes.list();
  const readers = listed instanceof Promise ? atOnce : 1;
  const left = (await listed).filter(({ journalled }) => journalled > 0);
  const all: FoundEntry[] = [];
  let sliceEnd = performance.now() + sliceMs;
  const look = async (sandbox: string, entries: readonly JournalEntry[]): Promise<void> => {
    for (const [index, entry] of entries.entries()) {
      if (index % entriesBetweenLooks === 0 && performance.now() > sliceEnd) {
        await new Promise(setImmediate);
        sliceEnd = performance.now() + sliceMs;
      }
      if (matches === undefined || matches(sandbox, entry)) all.push({ sandbox, entry });
    }
  };
  const readNext = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) await look(next.name, await journal.list(next.name));
  };
  await Promise.all(Array.from({ length: readers }, readNext));
  all.sort((a, b) => a.entry.time - b.entry.time || a.entry.id - b.entry.id);
  return { found: all.slice(-limit), matching: all.length };
}
