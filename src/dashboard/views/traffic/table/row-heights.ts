/** Pixels of a row: in one line, in one line for fingers, and in two lines. */
export const rowHeights = { wide: 28, touch: 44, narrow: 58 };

/** Below this many pixels of the list a row has two lines. */
const narrowBelow = 700;

/** How rows are drawn in a list of so many pixels; 0 while it is not known. */
export function rowLayout(width: number): { readonly narrow: boolean; readonly rowHeight: number } {
  const narrow = width > 0 && width < narrowBelow;
  const touch = matchMedia('(pointer: coarse)').matches;
  return { narrow, rowHeight: narrow ? rowHeights.narrow : touch ? rowHeights.touch : rowHeights.wide };
}
