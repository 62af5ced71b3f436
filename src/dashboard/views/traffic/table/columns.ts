/** The columns of the list: those that are shown and how wide they are, as this browser remembers it. */
import { storedSignal } from '../../../control/browser-storage.js';
import { parsedJson } from '../../../parts/text.js';

export interface Column {
  readonly name: ColumnName;
  readonly title: string;
  /** Pixels; the request takes what the others leave, and no less than this. */
  readonly width: number;
}

export type ColumnName = (typeof all)[number]['name'];

const all = [
  { name: 'status', title: 'Status', width: 96 },
  { name: 'method', title: 'Method', width: 52 },
  { name: 'request', title: 'Request', width: 190 },
  { name: 'operation', title: 'Operation', width: 150 },
  { name: 'sandbox', title: 'Sandbox', width: 88 },
  { name: 'notes', title: 'Notes', width: 168 },
  { name: 'size', title: 'Size', width: 66 },
  { name: 'timing', title: 'Timing', width: 90 },
  { name: 'took', title: 'Took', width: 64 },
  { name: 'time', title: 'Time', width: 92 },
] as const;

export const columns: readonly Column[] = all;

/** Columns that have no room are left out in this order; the first three stay. */
const leaving: readonly ColumnName[] = ['size', 'operation', 'sandbox', 'time', 'notes', 'took', 'timing'];

export const widthLimits = { min: 40, max: 480 };

/** Pixels between two columns, and at both ends of a row together. */
const space = { gap: 12, ends: 32 };

export interface ColumnChoice {
  readonly hidden: readonly string[];
  /** Pixels by the name of a column. */
  readonly widths: Readonly<Record<string, number>>;
}

export const columnChoice = storedSignal('drydock-columns', readChoice, JSON.stringify);

export function chooseColumns(change: Partial<ColumnChoice>): void {
  columnChoice.value = { ...columnChoice.value, ...change };
}

/** Reads a stored choice; what is no choice of columns is the first one. */
export function readChoice(text: string | null): ColumnChoice {
  const stored = parsedJson(text ?? '') as Partial<ColumnChoice> | undefined | null;
  const hidden = Array.isArray(stored?.hidden) ? stored.hidden : ['operation'];
  const widths = Object.entries(stored?.widths ?? {}).filter(
    ([, width]) => width >= widthLimits.min && width <= widthLimits.max,
  );
  return { hidden, widths: Object.fromEntries(widths) };
}

/** The chosen columns that fit a width. @param width pixels of a row */
export function columnsFor(width: number, { hidden, widths }: ColumnChoice): readonly Column[] {
  let shown = columns
    .filter(({ name }) => !hidden.includes(name))
    .map((column) => ({ ...column, width: widths[column.name] ?? column.width }));
  for (const name of leaving) {
    const needed = shown.reduce((sum, column) => sum + column.width + space.gap, space.ends - space.gap);
    if (needed <= width) break;
    shown = shown.filter((column) => column.name !== name);
  }
  return shown;
}

export function gridTracks(shown: readonly Column[]): string {
  return shown
    .map(({ name, width }) => (name === 'request' ? 'minmax(0, 1fr)' : `minmax(0, ${width}px)`))
    .join(' ');
}

/** 1 for a column whose border to the right is moved, -1 for one behind the request: its left border is. */
export function growingSide(shown: readonly Column[], name: ColumnName): 1 | -1 {
  const names = shown.map((column) => column.name);
  return names.indexOf(name) < names.indexOf('request') ? 1 : -1;
}
