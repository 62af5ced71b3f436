import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { keyOf } from '../../state/exchange-log.js';
import type { LoggedExchange } from '../../state/exchange-log.js';
import { TrafficRow } from './traffic-row.js';
import { rowWindow } from './virtual-window.js';

/** Pixels of a row, in one line and in two; the style sheet says the same. */
const rowHeights = { wide: 38, narrow: 58 };
/** Below this many pixels a row has two lines. */
const narrowBelow = 760;

interface TrafficTableProps {
  readonly rows: readonly LoggedExchange[];
  readonly opened: string | undefined;
  readonly query: Readonly<Record<string, string>>;
}

/** A table that creates only its visible rows, so that thousands cost no more than a few. */
export function TrafficTable({ rows, opened, query }: TrafficTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const size = useSize(box);
  const narrow = size.width > 0 && size.width < narrowBelow;
  const rowHeight = narrow ? rowHeights.narrow : rowHeights.wide;
  useSteadyView(box, rows, rowHeight);
  const { first, end } = rowWindow(rows.length, rowHeight, scrollTop, size.height);
  const visible = rows.slice(first, end);
  const reachable = visible.some((row) => keyOf(row) === opened) ? opened : visible[0] && keyOf(visible[0]);
  return (
    <div
      class={`rows${narrow ? ' narrow' : ''}`}
      role="table"
      aria-label="Requests, newest first"
      aria-rowcount={rows.length + 1}
    >
      <Heads />
      <div
        class="rows-box"
        role="rowgroup"
        ref={box}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        onKeyDown={moveFocus}
      >
        <div class="rows-all" role="presentation" style={{ height: `${rows.length * rowHeight}px` }}>
          {visible.map((row, index) => (
            <TrafficRow
              key={keyOf(row)}
              row={row}
              position={first + index}
              top={(first + index) * rowHeight}
              isOpen={keyOf(row) === opened}
              isReachable={keyOf(row) === reachable}
              query={query}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function Heads() {
  const heads = ['Status', 'Request', 'Sandbox', 'Notes', 'Took', 'Time'];
  return (
    <div role="rowgroup" class="rows-head">
      <div role="row" aria-rowindex={1} class="row">
        {heads.map((head) => (
          <span key={head} role="columnheader" class={`c-${head.toLowerCase()}`}>
            {head}
          </span>
        ))}
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

/** Keeps the visible rows in place while new ones are added above. */
function useSteadyView(
  box: RefObject<HTMLDivElement | null>,
  rows: readonly LoggedExchange[],
  rowHeight: number,
): void {
  const top = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const element = box.current;
    const before = top.current;
    top.current = rows[0] && keyOf(rows[0]);
    if (!element || before === undefined || element.scrollTop < rowHeight) return;
    const moved = rows.findIndex((row) => keyOf(row) === before);
    if (moved > 0) element.scrollTop += moved * rowHeight;
  }, [rows]);
}

/** Up and Down move between requests. */
function moveFocus(event: KeyboardEvent): void {
  const step =
    event.key === 'ArrowDown'
      ? 'nextElementSibling'
      : event.key === 'ArrowUp'
        ? 'previousElementSibling'
        : undefined;
  if (step === undefined || !(event.target instanceof Element)) return;
  event.preventDefault();
  event.target.closest('.row')?.[step]?.querySelector('a')?.focus();
}
