import type { JournalEntry, NewJournalEntry } from '../journal/journal-entry.js';
import type { MaybePromise } from './maybe-promise.js';

/** The marks of one exchange that are not among the known ones; a store that does not have them at hand passes none. */
export type NewMarks = (known: ReadonlySet<string>) => readonly string[];

/** The last exchanges of each sandbox, and what all of its exchanges have covered. */
export interface JournalStore {
  /**
   * Keeps an exchange, the oldest making room, and adds to the sandbox's coverage what it covers: one call for a shared
   * store. A pending one is kept as it is: its delivery may go on changing.
   *
   * @param isHeld true if a pending one may stay so for long, so that those who watch should learn of it now
   * @returns its number in the sandbox, from 1
   */
  record(
    sandbox: string,
    entry: NewJournalEntry,
    newMarks?: NewMarks,
    isHeld?: boolean,
  ): MaybePromise<number>;
  /**
   * Says what has become of a pending exchange, if it is still kept, and adds to the coverage: the response of one that was
   * recorded without any (status 0), or how it ended.
   *
   * @param id as `record` returned it
   * @param isHeld as there
   * @returns false for one from before a reset of its sandbox: its number is nobody's or another's
   */
  complete(
    sandbox: string,
    id: number,
    entry: NewJournalEntry,
    newMarks?: NewMarks,
    isHeld?: boolean,
  ): MaybePromise<boolean>;
  /** Oldest first. */
  list(sandbox: string): MaybePromise<readonly JournalEntry[]>;
  /** The sandbox's coverage: marks such as `status getLoan 404`. */
  marks(sandbox: string): MaybePromise<ReadonlySet<string>>;
  /** Forgets the exchanges, not what they have covered; the next one's number follows that of the last. */
  clear(sandbox: string): MaybePromise<void>;
}
