import type { JournalEntry, NewJournalEntry } from '../journal/journal-entry.js';
import type { NewMarks } from './coverage-store.js';
import type { MaybePromise } from './maybe-promise.js';

/** The last exchanges of each sandbox. */
export interface JournalStore {
  /**
   * Keeps an exchange, the oldest making room, and adds to the sandbox's coverage what it covers: one call for a shared
   * store.
   *
   * @returns its number in the sandbox, from 1
   */
  record(sandbox: string, entry: NewJournalEntry, newMarks?: NewMarks): MaybePromise<number>;
  /** Oldest first. */
  list(sandbox: string): MaybePromise<readonly JournalEntry[]>;
  /** Forgets the exchanges; the next one's number follows that of the last. */
  clear(sandbox: string): MaybePromise<void>;
}
