import { useEffect, useState } from 'preact/hooks';
import type { Sandbox } from '../../control/control-types.js';
import type { LoggedExchange } from '../../state/exchange-log.js';
import { attempt, sandboxes } from '../../state/world.js';
import { searchJournals } from './search-journals.js';
import { isFiltering } from './traffic-filter.js';
import type { TrafficFilter } from './traffic-filter.js';

/** How long nobody types before a search begins, in milliseconds. */
const restMs = 200;

/**
 * What a filter finds in the mock's journals; undefined while the page knows all of them, so that its own list is as good, and
 * until the search is done.
 *
 * @param known how many exchanges the page knows
 */
export function useJournalSearch(
  filter: TrafficFilter,
  known: number,
): readonly LoggedExchange[] | undefined {
  const [found, setFound] = useState<readonly LoggedExchange[] | undefined>(undefined);
  const { sandbox, operation, status, text } = filter;
  const isNeeded = isFiltering(filter) && known < heldBy(sandboxes.value);
  useEffect(() => {
    setFound(undefined);
    if (!isNeeded) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void attempt(async () => {
        const rows = await searchJournals(sandboxes.value, filter, stop.signal);
        if (!stop.signal.aborted) setFound(rows);
      });
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isNeeded, sandbox, operation, status, text]);
  return found;
}

/** How many exchanges all journals hold. */
export function heldBy(all: readonly Sandbox[]): number {
  return all.reduce((sum, { journalled }) => sum + journalled, 0);
}
