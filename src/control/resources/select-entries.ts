import type { JournalEntry } from '../../journal/journal-entry.js';

/** Which exchanges of a journal to list. */
export interface EntrySelection {
  readonly limit: number;
  /** Only exchanges after this one, the first `limit` of them; without it the last `limit`. */
  readonly after?: number;
  /** An operation's id, or `none`. */
  readonly operation?: string;
  /** `404` or `4XX`. */
  readonly status?: string;
}

/** Picks exchanges, oldest first. @returns also whether the limit left any out */
export function selectEntries(
  journal: readonly JournalEntry[],
  { limit, after, operation, status }: EntrySelection,
): { readonly entries: readonly JournalEntry[]; readonly more: boolean } {
  const wanted = journal.filter(
    (entry) =>
      (after === undefined || entry.id > after) &&
      (operation === undefined || (entry.operation ?? 'none') === operation) &&
      (status === undefined || hasStatus(entry, status)),
  );
  const entries = after === undefined ? wanted.slice(-limit) : wanted.slice(0, limit);
  return { entries, more: entries.length < wanted.length };
}

function hasStatus({ response }: JournalEntry, wanted: string): boolean {
  const status = String(response.status);
  return /x/i.test(wanted) ? status.startsWith(wanted.charAt(0)) : status === wanted;
}
