/**
 * Bytes that the journal keeps. Node's buffers lie outside the heap, where the garbage collector doesn't copy them while they are
 * young, and small ones are filled from a pool; a browser has typed arrays.
 */
const hasBuffer = typeof Buffer !== 'undefined';
const encoder = new TextEncoder();

export const copyOf: (bytes: Uint8Array) => Uint8Array = hasBuffer
  ? (bytes) => Buffer.from(bytes)
  : (bytes) => bytes.slice();

/** @param size bytes of the text in UTF-8 */
export const bytesOf: (text: string, size: number) => Uint8Array = hasBuffer
  ? // As many bytes as characters: then all of them are ASCII.
    (text, size) => Buffer.from(text, text.length === size ? 'latin1' : 'utf8')
  : (text) => encoder.encode(text);
