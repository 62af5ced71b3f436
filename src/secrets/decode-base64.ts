import type { Reading } from './reading.js';

/** The value of each character of base64 and of base64url (RFC 4648), -1 for any other. */
const sextets = new Int8Array(0x10000).fill(-1);
Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').forEach(
  (character, value) => (sextets[character.charCodeAt(0)] = value),
);
sextets[0x2d] = 62;
sextets[0x5f] = 63;

export function isOfBase64(code: number): boolean {
  return (sextets[code] ?? -1) >= 0;
}

/**
 * The bytes that runs of base64 characters in a reading may stand for. A run may begin with other text or lack its start, so
 * its first byte may begin at each of four bits.
 *
 * @param least bytes that a run must stand for to be worth reading
 */
export function* decodeBase64(source: Reading, least: number): Generator<Reading, undefined> {
  const { codes } = source;
  const shortest = Math.ceil((least * 8) / 6);
  for (let at = 0; at < codes.length; at += 1) {
    if ((sextets[codes[at] ?? 0] ?? -1) < 0) continue;
    let end = at + 1;
    while (end < codes.length && (sextets[codes[end] ?? 0] ?? -1) >= 0) end += 1;
    for (const skipped of bitsBeforeByte) if (end - at >= shortest) yield bytes(source, at, end, skipped);
    at = end;
  }
}

/** Of a run that begins at the first to fourth character of a group of four. */
const bitsBeforeByte = [0, 2, 4, 6] as const;

function bytes(source: Reading, start: number, end: number, skipped: number): Reading {
  const codes = new Uint16Array(Math.floor(((end - start) * 6 - skipped) / 8));
  let length = 0;
  let [bits, held] = [0, -skipped];
  for (let at = start; at < end; at += 1) {
    bits = ((bits << 6) | (sextets[source.codes[at] ?? 0] ?? 0)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    codes[length] = (bits >> held) & 0xff;
    length += 1;
  }
  const sextetOf = (bit: number) => start + Math.floor((bit + skipped) / 6);
  const decoded = {
    source,
    first: (index: number) => sextetOf(index * 8),
    last: (index: number) => sextetOf(index * 8 + 7),
  };
  return { codes, decoded };
}
