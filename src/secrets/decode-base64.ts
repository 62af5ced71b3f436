import type { Reading } from './reading.js';
import { ReadingWriter } from './reading.js';

/** The value of each character of base64 and of base64url (RFC 4648), -1 for any other. */
const sextets = new Int8Array(128).fill(-1);
Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').forEach(
  (character, value) => (sextets[character.charCodeAt(0)] = value),
);
sextets[0x2d] = 62;
sextets[0x5f] = 63;

const sextet = (code: number | undefined): number =>
  code !== undefined && code < 128 ? (sextets[code] ?? -1) : -1;

/**
 * The bytes that runs of base64 characters in a reading may stand for. A run may begin with other text or lack its start, so
 * it is read from each of its first four characters.
 *
 * @param least bytes that a run must stand for to be worth reading
 */
export function decodeBase64(source: Reading, least: number): Reading[] {
  const { codes } = source;
  const readings: Reading[] = [];
  const shortest = Math.ceil((least * 8) / 6);
  for (let at = 0; at < codes.length; at += 1) {
    if (sextet(codes[at]) < 0) continue;
    let end = at + 1;
    while (sextet(codes[end]) >= 0) end += 1;
    if (end - at >= shortest)
      for (let phase = 0; phase < 4; phase += 1) readings.push(bytes(source, at + phase, end));
    at = end;
  }
  return readings;
}

function bytes(source: Reading, start: number, end: number): Reading {
  const writer = new ReadingWriter(source, Math.floor(((end - start) * 6) / 8));
  let [bits, held] = [0, 0];
  for (let at = start; at < end; at += 1) {
    bits = ((bits << 6) | sextet(source.codes[at])) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    writer.add((bits >> held) & 0xff, at - 1, at);
  }
  return writer.reading();
}
