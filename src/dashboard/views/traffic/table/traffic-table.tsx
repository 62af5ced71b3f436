import { Button } from '../../../parts/controls.js';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { count } from '../../../parts/text.js';
import { route } from '../../../routing/route.js';
import { keptExchanges, keyOf, type LoggedExchange } from '../../../state/exchange-log.js';
import {
  columnChoice,
  columnsFor,
  gridTracks,
  chooseColumns,
  growingSide,
  widthLimits,
  type Column,
} from './columns.js';
import { rowHeightHere, rowWindow } from './virtual-window.js';
import { TrafficRow } from './traffic-row.js';
import { scrollToRow, useRowFocus } from './use-row-focus.js';
import { Separator } from '../../../parts/separator.js';

interface TrafficTableProps {
  readonly rows: readonly LoggedExchange[];
  readonly opened: string | undefined;
  /** The number of those that would be above them. */
  readonly newer: number;
  readonly onNewer: () => void;
  /** Tells whether the list is scrolled or one of its rows has the focus. */
  readonly onReading: (isReading: boolean) => void;
}

/** A table that creates only its visible rows, so that thousands cost no more than a few. */
export function TrafficTable({ rows, opened, newer, onNewer, onReading }: TrafficTableProps) {
  const { query } = route.value;
  const box = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const size = useSize(box);
  const rowHeight = rowHeightHere();
  const shown = columnsFor(size.width, columnChoice.value);
  useOpenedInSight(box, rows, opened, size.width === 0 ? 0 : rowHeight);
  const focus = useRowFocus(box, rows, rowHeight);
  const isReading = focus.isHeld || scrollTop >= rowHeight;
  useEffect(() => onReading(isReading), [isReading]);
  useEffect(() => () => onReading(false), []);
  const { first, end } = rowWindow(rows.length, rowHeight, scrollTop, size.height);
  const drawn = drawnRows(rows, first, end, focus.isHeld ? focus.key : undefined);
  const isDrawn = (key: string | undefined) => drawn.some(({ row }) => keyOf(row) === key);
  const [top] = drawn;
  const reachable = [focus.key, opened].find(isDrawn) ?? (top && keyOf(top.row));
  return (
    <div class="rows" style={{ '--row': `${rowHeight}px`, '--tracks': gridTracks(shown) }}>
      {newer > 0 ? (
        <Button
          kind="small new-rows"
          onClick={() => {
            onNewer();
            box.current?.scrollTo({ top: 0 });
          }}
        >
          {count(newer)}
          {newer === keptExchanges ? '+' : ''} new
        </Button>
      ) : null}
      <div class="rows-table" role="table" aria-label="Requests" aria-rowcount={rows.length + 1}>
        <TrafficHeads shown={shown} />
        <div
          class="rows-box"
          role="rowgroup"
          ref={box}
          onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
          {...focus.listeners}
        >
          <div class="rows-all" role="presentation" style={{ height: `${rows.length * rowHeight}px` }}>
            {drawn.map(({ row, index }) => (
              <TrafficRow
                key={keyOf(row)}
                row={row}
                shown={shown}
                position={index}
                top={index * rowHeight}
                isOpen={keyOf(row) === opened}
                isCompared={keyOf(row) === query.with}
                isBelowRestart={row.goneAt !== rows[index - 1]?.goneAt}
                isReachable={keyOf(row) === reachable}
              />
            ))}
          </div>
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

/** The heads of the columns, with a border at each that changes its width. */
function TrafficHeads({ shown }: { shown: readonly Column[] }) {
  return (
    <div role="rowgroup" class="rows-head">
      <div role="row" aria-rowindex={1} class="row">
        {shown.map(({ name, title, width }) => (
          <span key={name} role="columnheader" aria-label={title} class={`c-${name}`}>
            {title}
            {name === 'request' ? null : (
              <Separator
                label={`Width of ${title}`}
                value={width}
                {...widthLimits}
                step={8}
                perPixel={() => growingSide(shown, name)}
                onChange={(to) => chooseColumns({ widths: { ...columnChoice.value.widths, [name]: to } })}
              />
            )}
          </span>
        ))}
      </div>
    </div>
  );
}
