import type { Reading } from './reading.js';

/** The value of a hexadecimal digit, -1 for anything else. */
export function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Characters between two pairs, as in `64 6b` and `64:6b`. */
const separators = new Set([0x20, 0x3a, 0x2d, 0x2c]);

/**
 * The bytes that a reading may write as pairs of hexadecimal digits, joined or with one separator between them. A pair may
 * begin at each second digit, so a run of digits is read twice.
 *
 * @param least bytes that a run must have to be worth reading
 */
export function decodeHex(source: Reading, least: number): Reading[] {
  const { codes } = source;
  const readings: Reading[] = [];
  for (let at = 0; at < codes.length; at += 1) {
    if (hexDigit(codes[at]) < 0) continue;
    let joined = at;
    while (hexDigit(codes[joined]) >= 0) joined += 1;
    if (joined - at >= least * 2)
      for (const phase of [0, 1]) readings.push(pairs(source, at + phase, joined));
    let separated = joined;
    if (joined - at <= 2) while (isPairBehindSeparator(codes, separated)) separated += 3;
    if (separated - joined >= least * 3 - 3) readings.push(pairs(source, joined - 2, separated));
    at = Math.max(joined, separated - 2);
  }
  return readings;
}

/** `:6b`, and no third digit. */
function isPairBehindSeparator(codes: Uint16Array, at: number): boolean {
  const isPair = hexDigit(codes[at + 1]) >= 0 && hexDigit(codes[at + 2]) >= 0;
  return separators.has(codes[at] ?? 0) && isPair && hexDigit(codes[at + 3]) < 0;
}

function pairs(source: Reading, start: number, end: number): Reading {
  const read: number[] = [];
  const places: number[] = [];
  for (let at = start; at < end;) {
    const [high, low] = [hexDigit(source.codes[at]), hexDigit(source.codes[at + 1])];
    const isPair = high >= 0 && low >= 0;
    if (high >= 0) {
      // A lone digit is no byte, and nothing that stands across it is one text.
      read.push(isPair ? high * 16 + low : 0);
      places.push(at);
    }
    at += isPair ? 2 : 1;
  }
  const first = (index: number) => places[index] ?? start;
  return { codes: Uint16Array.from(read), decoded: { source, first, last: (index) => first(index) + 1 } };
}
