import { useEffect, useState } from 'preact/hooks';
import { control } from '../../../control/control-api.js';
import { keyOf, keptExchanges } from '../../../state/exchange-log.js';
import type { LoggedExchange } from '../../../state/exchange-log.js';
import { attempt } from '../../../state/world.js';
import type { TrafficSearch } from './traffic-search.js';

/** How long nobody types before a search begins, and how often it is repeated while requests arrive, in milliseconds. */
const pauses = { typing: 60, repeating: 1000 };

export interface Found {
  readonly rows: readonly LoggedExchange[];
  /** How many exchanges of all journals match. */
  readonly matching: number;
}

/**
 * What a search finds in the mock's journals; undefined until it is answered, and where the page knows as much.
 *
 * @param version changes with the exchanges that the page knows
 */
export function useJournalSearch(
  search: TrafficSearch,
  isNeeded: boolean,
  version: unknown,
): Found | undefined {
  const [found, setFound] = useState<(Found & { readonly of: string }) | undefined>(undefined);
  const { text } = search;
  const wanted = isNeeded && search.problems.length === 0;
  useEffect(() => {
    if (!wanted) return undefined;
    let dropped = false;
    const timer = setTimeout(
      () => {
        void attempt(async () => {
          const { requests, matching } = await control.search(text, keptExchanges);
          if (!dropped) setFound({ of: text, rows: requests, matching });
        });
      },
      found?.of === text ? pauses.repeating : pauses.typing,
    );
    return () => {
      dropped = true;
      clearTimeout(timer);
    };
  }, [wanted, text, version]);
  return wanted && found?.of === text ? found : undefined;
}

/** What the page knows and what the journals have besides, each once, newest first. */
export function merged(
  listed: readonly LoggedExchange[],
  found: readonly LoggedExchange[],
): readonly LoggedExchange[] {
  const known = new Set(listed.map(keyOf));
  const others = found.filter((entry) => !known.has(keyOf(entry)));
  if (others.length === 0) return listed;
  return [...listed, ...others].sort(newestFirst);
}

function newestFirst(a: LoggedExchange, b: LoggedExchange): number {
  return a.time > b.time ? -1 : a.time < b.time ? 1 : b.id - a.id;
}
