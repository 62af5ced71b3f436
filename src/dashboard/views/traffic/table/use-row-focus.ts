import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { keyOf, type LoggedExchange } from '../../../state/exchange-log.js';

/**
 * The focus in a list that draws only the rows in sight: a row that has it stays drawn, and Up, Down, Page Up, Page Down, Home
 * and End move it along all rows.
 *
 * @returns the key of the row that has the focus or had it last, whether it has it now, and what the list listens with
 */
export function useRowFocus(
  box: RefObject<HTMLElement | null>,
  rows: readonly LoggedExchange[],
  rowHeight: number,
) {
  const [key, setKey] = useState<string>();
  const [isHeld, setHeld] = useState(false);
  const wanted = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const link = box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted.current)}"] a`);
    link?.focus({ preventScroll: true });
    wanted.current = undefined;
  });
  return {
    key,
    isHeld,
    listeners: {
      onFocusIn: ({ target }: FocusEvent): void => {
        const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
        setKey(row?.dataset.key);
        setHeld(row !== null);
      },
      onFocusOut: (): void => setHeld(false),
      onKeyDown: (event: KeyboardEvent): void => {
        const element = box.current;
        const from = rows.findIndex((row) => keyOf(row) === key);
        if (!element || from === -1) return;
        const page = Math.max(1, Math.floor(element.clientHeight / rowHeight) - 1);
        const to = target(event.key, from, page, rows.length - 1);
        const row = to === undefined ? undefined : rows[to];
        if (to === undefined || !row) return;
        event.preventDefault();
        scrollToRow(element, to, rowHeight);
        wanted.current = keyOf(row);
        setKey(keyOf(row));
        setHeld(true);
      },
    },
  };
}

function target(pressed: string, from: number, page: number, last: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + page, PageUp: from - page },
    ...{ Home: 0, End: last },
  };
  const to = steps[pressed];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

/** Scrolls so far that a row is in sight. @param centred in the middle, where it was not in sight */
export function scrollToRow(box: HTMLElement, index: number, rowHeight: number, centred = false): void {
  const top = index * rowHeight;
  const { scrollTop, clientHeight } = box;
  if (top >= scrollTop && top + rowHeight <= scrollTop + clientHeight) return;
  if (centred) box.scrollTop = top - (clientHeight - rowHeight) / 2;
  else box.scrollTop = top < scrollTop ? top : top + rowHeight - clientHeight;
}
