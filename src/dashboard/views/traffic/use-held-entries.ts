import { useRef, useState } from 'preact/hooks';
import { exchangeLog } from '../../state/world.js';
import { keyOf, upToDate, type LoggedExchange } from '../../state/exchange-log.js';

interface Held {
  readonly key: string;
  readonly entries: readonly LoggedExchange[];
  readonly keys: ReadonlySet<string>;
}

/**
 * Holds the list still while somebody reads in it. Exchanges that were pending go on to their end, and none is added or
 * dropped.
 *
 * @param about the search; another one is applied to all exchanges
 * @param opened the exchange that is read; where it arrives only later, it is shown with those before it
 * @returns the exchanges to show, those that arrived since, and what shows these too and holds the list from there
 */
export function useHeldEntries(isHeld: boolean, about: string, opened: string | undefined) {
  const entries = exchangeLog.entries.value;
  const key = `${exchangeLog.generation.value} ${about}`;
  const held = useRef<Held | undefined>(undefined);
  const lacks = (keys: ReadonlySet<string>): boolean =>
    opened !== undefined && !keys.has(opened) && entries.some((entry) => keyOf(entry) === opened);
  const [, draw] = useState({});
  if (!isHeld) held.current = undefined;
  else if (held.current?.key !== key || lacks(held.current.keys))
    held.current = { key, entries, keys: new Set(entries.map(keyOf)) };
  else held.current = { ...held.current, entries: upToDate(held.current.entries, entries) };
  const now = held.current;
  return {
    shown: now?.entries ?? entries,
    arrived: now ? entries.filter((entry) => !now.keys.has(keyOf(entry))) : [],
    renew: () => {
      held.current = undefined;
      draw({});
    },
  };
}
