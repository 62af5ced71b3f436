import type { LoggedExchange } from '../../../state/exchange-log.js';

export interface Sorting {
  readonly by: SortKey;
  readonly down: boolean;
}

const keys = {
  status: (row: LoggedExchange) => row.status,
  request: (row: LoggedExchange) => `${row.path} ${row.method}`,
  sandbox: (row: LoggedExchange) => row.sandbox,
  size: (row: LoggedExchange) => row.responseSize,
  took: (row: LoggedExchange) => row.durationMs,
  time: (row: LoggedExchange) => row.time,
} satisfies Record<string, (row: LoggedExchange) => string | number>;

export type SortKey = keyof typeof keys;

/** Reads the sorting of an address, such as `-took`. */
export function sortingOf(text = ''): Sorting {
  const by = text.replace(/^-/, '');
  return Object.hasOwn(keys, by)
    ? { by: by as SortKey, down: text.startsWith('-') }
    : { by: 'time', down: true };
}

export function sortingText({ by, down }: Sorting): string {
  return by === 'time' && down ? '' : `${down ? '-' : ''}${by}`;
}

/** The sorting after a click on a column's head: numbers begin with the largest. */
export function sortedBy(now: Sorting, by: SortKey): Sorting {
  if (now.by === by) return { by, down: !now.down };
  return { by, down: by === 'took' || by === 'size' || by === 'time' };
}

/** @param rows newest first; equal ones stay so */
export function sortRows(rows: readonly LoggedExchange[], { by, down }: Sorting): readonly LoggedExchange[] {
  if (by === 'time') return down ? rows : rows.toReversed();
  const key = keys[by];
  const sign = down ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [key(a), key(b)];
    return one === other ? 0 : one < other ? -sign : sign;
  });
}
