import type { Sandbox } from '../../control/control-types.js';
import { count, counted } from '../../parts/format.js';

/**
 * How many requests the journals hold and the list shows, and what is gone.
 *
 * @param matching how many pass the filters; undefined without filters
 * @param known how many the page has in its list
 */
export function countSentence(
  sandboxes: readonly Pick<Sandbox, 'requests' | 'journalled'>[],
  matching: number | undefined,
  known: number,
): string {
  const sum = (field: 'requests' | 'journalled'): number =>
    sandboxes.reduce((all, sandbox) => all + sandbox[field], 0);
  // Sandboxes are read now and then, requests arrive at once.
  const held = Math.max(sum('journalled'), matching ?? 0, known);
  const gone = sum('requests') - sum('journalled');
  const shown =
    matching !== undefined
      ? `${count(matching)} of ${counted(held, 'request')}`
      : known < held
        ? `Showing the latest ${count(known)} of ${counted(held, 'request')}`
        : counted(held, 'request');
  return gone > 0 ? `${shown}; the journals have dropped ${count(gone)} older ones` : shown;
}

/** How many exchanges all journals hold. */
export function heldBy(all: readonly Pick<Sandbox, 'journalled'>[]): number {
  return all.reduce((sum, { journalled }) => sum + journalled, 0);
}
