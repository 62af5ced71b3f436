/** Rows beyond each edge, so that scrolling shows no gap. */
const margin = 8;

/**
 * The rows of a long list to create: the visible ones and few others.
 *
 * @param scrollTop, height pixels; @param rowHeight pixels, the same for each row
 */
export function rowWindow(rows: number, rowHeight: number, scrollTop: number, height: number) {
  const first = Math.max(0, Math.min(rows, Math.floor(scrollTop / rowHeight)) - margin);
  const end = Math.min(rows, Math.ceil((scrollTop + height) / rowHeight) + margin);
  return { first: Math.min(first, Math.max(0, end - 1)), end };
}

/** The height of every row, open or not, in pixels: fingers need more. */
export function rowHeightHere(): number {
  return matchMedia('(pointer: coarse)').matches ? 44 : 24;
}
