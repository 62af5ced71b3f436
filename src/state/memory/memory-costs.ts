/**
 * What things take in memory, in bytes: measured on Node 20 as growth of heap and buffers over many of them
 * (`memory-costs.test.ts` repeats it), rounded up by about a fifth.
 */
import { keptAtMost } from '../../journal/journal-entry.js';
import type { KeptBody, NewJournalEntry } from '../../journal/journal-entry.js';

/** A sandbox with nothing in it. */
export const sandboxBytes = 1792;
/** An element of a map or set, with a short text of its own as key. */
export const elementBytes = 112;
/** An exchange without its texts and bodies. */
const entryBytes = 960;
/** A header line beyond name and value. */
const headerBytes = 64;
/** A body of its own beyond its bytes. */
const bodyBytes = 256;
/** Smaller bodies lie in slabs of twice this size, which they don't fill. */
const ownSlabBytes = 4096;
/** A problem beyond its texts. */
const problemBytes = 160;

/** A text: one byte for each character, or two where one of them needs it. */
export function textBytes(text: string): number {
  // eslint-disable-next-line no-control-regex -- all characters that a byte can stand for
  return /[^\x00-\xff]/.test(text) ? 2 * text.length : text.length;
}

/** An exchange without its bodies. */
export function exchangeBytes({ request, problems }: NewJournalEntry): number {
  const { path, query, headers } = request;
  let bytes = entryBytes + path.length + query.length;
  for (const name in headers) bytes += headerBytes + name.length + valueLength(headers[name]);
  for (const { pointer, text } of problems) bytes += problemBytes + pointer.length + textBytes(text);
  return bytes;
}

/** Several lines of one header are an array. */
function valueLength(value: string | string[] | undefined): number {
  if (typeof value !== 'object') return value?.length ?? 0;
  return value.reduce((length, line) => length + headerBytes + line.length, 0);
}

/** A body in the journal; one that is shared takes nothing. */
export function keptBodyBytes({ size, lasting }: KeptBody): number {
  if (size === 0 || lasting === true) return 0;
  const unfilled = size < ownSlabBytes ? size / 2 : 0;
  return bodyBytes + Math.min(size, keptAtMost) + unfilled;
}
