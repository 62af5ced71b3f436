import { useEffect, useRef, useState } from 'preact/hooks';
import { control, messageOf } from '../../../control/control-api.js';
import { useLatest } from '../../../parts/hooks.js';
import { keyOf, keptExchanges, type LoggedExchange } from '../../../state/exchange-log.js';
import { trouble } from '../../../state/world.js';
import type { TrafficSearch } from './traffic-search.js';

type Rows = readonly LoggedExchange[];

/** Milliseconds between repetitions of a search while requests arrive. */
const pause = 1000;

/**
 * Searches the mock's journals, one request at a time; text typed meanwhile is searched for next.
 *
 * @param version changes with the exchanges that the page knows
 */
export function useJournalSearch(search: TrafficSearch, isNeeded: boolean, version: unknown) {
  const [answered, setAnswered] = useState<{ of: string; found?: { rows: Rows; matching: number } }>();
  const underWay = useRef<Promise<unknown>>(Promise.resolve());
  const begin = useLatest();
  const { text } = search;
  const wanted = isNeeded && search.problems.length === 0;
  useEffect(() => {
    const isLatest = begin();
    if (!wanted) return undefined;
    const ask = async (): Promise<void> => {
      await underWay.current;
      if (!isLatest()) return;
      // No action of the user: where it succeeds, what has failed before is still to be read.
      underWay.current = control.search(text, keptExchanges).then(
        ({ requests, matching }) => {
          if (isLatest()) setAnswered({ of: text, found: { rows: requests, matching } });
        },
        (error: unknown) => {
          trouble.value = messageOf(error);
          if (isLatest()) setAnswered({ of: text });
        },
      );
    };
    const timer = setTimeout(() => void ask(), answered?.of === text ? pause : 0);
    return () => clearTimeout(timer);
  }, [wanted, text, version]);
  const isAnswered = answered?.of === text;
  return { found: wanted && isAnswered ? answered.found : undefined, isPending: wanted && !isAnswered };
}

/** Listed and found exchanges without duplicates, newest first. */
export function merged(listed: Rows, found: Rows): Rows {
  const known = new Set(listed.map(keyOf));
  const others = found.filter((entry) => !known.has(keyOf(entry)));
  if (others.length === 0) return listed;
  return [...listed, ...others].sort((a, b) => (a.time > b.time ? -1 : a.time < b.time ? 1 : b.id - a.id));
}
