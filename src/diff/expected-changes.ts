import { isExpired, readExpectedList } from '../contract/files/expected-list.js';
import { glob } from '../conformance/run/glob.js';
import type { Change } from './change.js';

/** A breaking change that is known and accepted for now. */
export interface ExpectedChange {
  /** Glob over the ids of changes: `*` stops at a slash, `**` doesn't. */
  readonly change: string;
  /** Why it is accepted. */
  readonly reason: string;
  /** Last day on which it is accepted, as YYYY-MM-DD. */
  readonly expires?: string;
}

/** @throws Error naming the file, the entry and what is wrong with it */
export function readExpectedChanges(file: string): ExpectedChange[] {
  return readExpectedList(file, 'change');
}

/** The changes, those marked that an entry accepts today. */
export function markExpected(
  changes: readonly Change[],
  entries: readonly ExpectedChange[],
  now: number,
): Change[] {
  const valid = entries
    .filter((entry) => !isExpired(entry, now))
    .map((entry) => ({ entry, covers: glob(entry.change) }));
  return changes.map((change) => {
    const found = valid.find(({ covers }) => change.effect === 'breaking' && covers(change.id));
    if (!found) return change;
    const { reason, expires = null } = found.entry;
    return { ...change, expected: { reason, expires } };
  });
}

/** Sentences about the list itself: entries that have expired, and entries that cover nothing. */
export function noticesOf(
  changes: readonly Change[],
  entries: readonly ExpectedChange[],
  now: number,
): string[] {
  return entries.flatMap((entry) => {
    const covers = glob(entry.change);
    const isUsed = changes.some(({ id, effect }) => effect === 'breaking' && covers(id));
    if (!isUsed)
      return [`The expected change ${entry.change} is not among the changes: take it off the list.`];
    if (!isExpired(entry, now)) return [];
    return [
      `The expected change ${entry.change} was accepted until ${entry.expires ?? ''} and counts again: ${entry.reason}`,
    ];
  });
}
