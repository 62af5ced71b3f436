import { Button } from '../../../parts/controls.js';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { route, setQuery } from '../../../routing/route.js';
import { keyOf, type LoggedExchange } from '../../../state/exchange-log.js';
import { rowLayout, rowWindow } from './virtual-window.js';
import { sortedBy, sortingOf, sortingText, type Sorting, type SortKey } from './sort-rows.js';
import { TrafficRow } from './traffic-row.js';
import { scrollToRow, useRowFocus } from './use-row-focus.js';

interface TrafficTableProps {
  readonly rows: readonly LoggedExchange[];
  readonly opened: string | undefined;
}

/** A table that creates only its visible rows, so that thousands cost no more than a few. */
export function TrafficTable({ rows, opened }: TrafficTableProps) {
  const { query } = route.value;
  const sorting = sortingOf(query.sort);
  const box = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const size = useSize(box);
  const { narrow, rowHeight } = rowLayout(size.width);
  const newestFirst = sorting.by === 'time' && sorting.down;
  const above = useSteadyView(box, rows, rowHeight, newestFirst);
  useOpenedInSight(box, rows, opened, size.width === 0 ? 0 : rowHeight);
  const focus = useRowFocus(box, rows, rowHeight);
  const { first, end } = rowWindow(rows.length, rowHeight, scrollTop, size.height);
  const drawn = drawnRows(rows, first, end, focus.isHeld ? focus.key : undefined);
  const isDrawn = (key: string | undefined) => drawn.some(({ row }) => keyOf(row) === key);
  const [top] = drawn;
  const reachable = [focus.key, opened].find(isDrawn) ?? (top && keyOf(top.row));
  return (
    <div
      class={`rows${narrow ? ' narrow' : ''}${size.width >= 1100 ? ' with-size' : ''}`}
      role="table"
      aria-label="Requests"
      aria-rowcount={rows.length + 1}
      style={{ '--row': `${rowHeight}px` }}
    >
      <Heads sorting={sorting} />
      {above > 0 && scrollTop >= rowHeight ? (
        <Button kind="small new-rows" onClick={() => box.current?.scrollTo({ top: 0 })}>
          {above} new
        </Button>
      ) : null}
      <div
        class="rows-box"
        role="rowgroup"
        ref={box}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        onFocusIn={focus.onFocusIn}
        onFocusOut={focus.onFocusOut}
        onKeyDown={focus.onKeyDown}
      >
        <div class="rows-all" role="presentation" style={{ height: `${rows.length * rowHeight}px` }}>
          {drawn.map(({ row, index }) => (
            <TrafficRow
              key={keyOf(row)}
              row={row}
              position={index}
              top={index * rowHeight}
              isOpen={keyOf(row) === opened}
              isCompared={keyOf(row) === query.with}
              isReachable={keyOf(row) === reachable}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The rows in sight, and the one that has the focus in its place before or behind them. */
function drawnRows(rows: readonly LoggedExchange[], first: number, end: number, held: string | undefined) {
  const drawn = rows.slice(first, end).map((row, index) => ({ row, index: first + index }));
  if (held === undefined || drawn.some(({ row }) => keyOf(row) === held)) return drawn;
  const index = rows.findIndex((row) => keyOf(row) === held);
  const row = rows[index];
  if (!row) return drawn;
  return index < first ? [{ row, index }, ...drawn] : [...drawn, { row, index }];
}

const heads: readonly { name: string; by?: SortKey }[] = [
  { name: 'Status', by: 'status' },
  { name: 'Request', by: 'request' },
  { name: 'Sandbox', by: 'sandbox' },
  { name: 'Notes' },
  { name: 'Size', by: 'size' },
  { name: 'Took', by: 'took' },
  { name: 'Time', by: 'time' },
];

function Heads({ sorting }: { sorting: Sorting }) {
  return (
    <div role="rowgroup" class="rows-head">
      <div role="row" aria-rowindex={1} class="row">
        {heads.map(({ name, by }) => {
          const isSorted = by !== undefined && by === sorting.by;
          const order = isSorted ? (sorting.down ? 'descending' : 'ascending') : undefined;
          return (
            <span key={name} role="columnheader" class={`c-${name.toLowerCase()}`} aria-sort={order}>
              {by === undefined ? (
                name
              ) : (
                <button type="button" onClick={() => setQuery({ sort: sortingText(sortedBy(sorting, by)) })}>
                  {name}
                  <span aria-hidden="true">{isSorted ? (sorting.down ? ' ↓' : ' ↑') : ''}</span>
                </button>
              )}
            </span>
          );
        })}
      </div>
    </div>
  );
}

function useSize(box: RefObject<HTMLDivElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 600 });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}

/**
 * Keeps the visible rows in place while new ones are added above.
 *
 * @returns how many came since the list was scrolled from its beginning
 */
function useSteadyView(
  box: RefObject<HTMLDivElement | null>,
  rows: readonly LoggedExchange[],
  rowHeight: number,
  newestFirst: boolean,
): number {
  const top = useRef<string | undefined>(undefined);
  const seen = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const element = box.current;
    const before = top.current;
    top.current = rows[0] && keyOf(rows[0]);
    if (!newestFirst || !element || before === undefined || element.scrollTop < rowHeight) return;
    const moved = rows.findIndex((row) => keyOf(row) === before);
    if (moved > 0) element.scrollTop += moved * rowHeight;
  }, [rows]);
  const isAtTop = (box.current?.scrollTop ?? 0) < rowHeight;
  if (isAtTop || seen.current === undefined) seen.current = rows[0] && keyOf(rows[0]);
  const index = newestFirst ? rows.findIndex((row) => keyOf(row) === seen.current) : 0;
  return Math.max(0, index);
}

/** Scrolls to the row of an exchange when that is opened, by a link or by a key. */
function useOpenedInSight(
  box: RefObject<HTMLDivElement | null>,
  rows: readonly LoggedExchange[],
  opened: string | undefined,
  rowHeight: number,
): void {
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (opened === undefined) shown.current = undefined;
    if (!box.current || rowHeight === 0 || opened === undefined || shown.current === opened) return;
    const index = rows.findIndex((row) => keyOf(row) === opened);
    if (index === -1) return;
    shown.current = opened;
    scrollToRow(box.current, index, rowHeight, true);
  }, [opened, rows, rowHeight]);
}
