/**
 * Memory that things take, in bytes: measured on Node 20 as growth of heap and buffers over many of them
 * (`memory-costs.test.ts` repeats it), rounded up by about a fifth.
 */
/** A sandbox with nothing in it. */
export const sandboxBytes = 1792;
/** An element of a map or set, with a short text of its own as key. */
export const elementBytes = 112;
/** A text of its own beyond its characters. */
export const ownTextBytes = 72;
/** An exchange without its texts and bodies. */
export const entryBytes = 960;
/** A header line beyond name and value. */
export const headerBytes = 64;
/** A body of its own beyond its bytes. */
export const bodyBytes = 256;
/** Smaller bodies lie in slabs of twice this size, which they don't fill. */
export const ownSlabBytes = 4096;
/** A problem beyond its texts. */
export const problemBytes = 160;

/** A text: one byte for each character, or two where one of them needs it. */
export function textBytes(text: string): number {
  // oxlint-disable-next-line no-control-regex -- all characters that a byte can stand for
  return /[^\x00-\xff]/.test(text) ? 2 * text.length : text.length;
}
