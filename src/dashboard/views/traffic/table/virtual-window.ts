/** The rows of a long list to create: the visible ones and few others. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
}

/** Rows beyond each edge, so that scrolling shows no gap. */
const margin = 8;

/** @param scrollTop, height pixels; @param rowHeight pixels, the same for each row */
export function rowWindow(rows: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const first = Math.max(0, Math.min(rows, Math.floor(scrollTop / rowHeight)) - margin);
  const end = Math.min(rows, Math.ceil((scrollTop + height) / rowHeight) + margin);
  return { first: Math.min(first, Math.max(0, end - 1)), end };
}

/** Pixels of a row: in one line, in one line for fingers, and in two lines. */
const rowHeights = { wide: 28, touch: 44, narrow: 58 };

/** Below this many pixels of the list a row has two lines. */
const narrowBelow = 700;

export function rowLayout(width: number): { readonly narrow: boolean; readonly rowHeight: number } {
  const narrow = width > 0 && width < narrowBelow;
  const touch = matchMedia('(pointer: coarse)').matches;
  return { narrow, rowHeight: narrow ? rowHeights.narrow : touch ? rowHeights.touch : rowHeights.wide };
}
