import type { Reading } from './reading.js';

/** A character that an escape stands for, and how many characters the escape has. */
interface Escaped {
  readonly code: number;
  readonly length: number;
}

const [percent, backslash, ampersand, semicolon] = [0x25, 0x5c, 0x26, 0x3b];

/**
 * The reading with its escapes decoded, all kinds at once: `%41` and `%u0041` of URLs, `\u0041`, `\u{41}`, `\U00000041`, `\x41`,
 * `\101` and `\/` of JSON and programs, `&#65;`, `&#x41;` and `&amp;` of markup.
 *
 * @returns undefined where there is none
 */
export function decodeEscapes(source: Reading): Reading | undefined {
  const { codes } = source;
  let next = nextEscape(codes, 0);
  if (next === codes.length) return undefined;
  const read = new Uint16Array(codes.length);
  /** The start of each character, and the end of the last one. */
  const places = new Uint32Array(codes.length + 1);
  let length = 0;
  for (let at = 0; at < codes.length;) {
    for (; at < next; at += 1, length += 1) {
      read[length] = codes[at] ?? 0;
      places[length] = at;
    }
    if (at === codes.length) break;
    const escaped = escapeAt(codes, at);
    read[length] = escaped?.code ?? codes[at] ?? 0;
    places[length] = at;
    length += 1;
    at += escaped?.length ?? 1;
    next = nextEscape(codes, at);
  }
  places[length] = codes.length;
  const first = (index: number) => places[index] ?? codes.length;
  return {
    codes: read.subarray(0, length),
    decoded: { source, first, last: (index) => first(index + 1) - 1 },
  };
}

/** The place of the next character with which an escape may begin; the end of the text where there is none. */
function nextEscape(codes: Uint16Array, start: number): number {
  for (let at = start; at < codes.length; at += 1) {
    const code = codes[at];
    if (code === percent || code === backslash || code === ampersand) return at;
  }
  return codes.length;
}

function escapeAt(codes: Uint16Array, at: number): Escaped | undefined {
  if (codes[at] === percent)
    return ((codes[at + 1] ?? 0) | 0x20) === 0x75 ? hexNumber(codes, at, 2, 4) : hexNumber(codes, at, 1, 2);
  if (codes[at] === ampersand) return reference(codes, at);
  // Upper case too: a text may have been put into capitals after it was escaped.
  const kind = (codes[at + 1] ?? 0) | 0x20;
  if (kind === 0x75)
    return codes[at + 2] === 0x7b
      ? bracedNumber(codes, at)
      : (longNumber(codes, at) ?? hexNumber(codes, at, 2, 4));
  if (kind === 0x78) return hexNumber(codes, at, 2, 2);
  if (kind >= 0x30 && kind <= 0x37) return octalNumber(codes, at);
  return at + 1 < codes.length ? { code: codes[at + 1] ?? 0, length: 2 } : undefined;
}

/** `digits` hexadecimal digits behind a prefix. */
function hexNumber(codes: Uint16Array, at: number, prefix: number, digits: number): Escaped | undefined {
  let code = 0;
  for (let index = 0; index < digits; index += 1) {
    const digit = hexDigit(codes[at + prefix + index]);
    if (digit < 0) return undefined;
    code = code * 16 + digit;
  }
  return { code, length: prefix + digits };
}

/** `\U00000041`: four digits would make it the character 0, which no secret has. */
function longNumber(codes: Uint16Array, at: number): Escaped | undefined {
  const isLong = [2, 3, 4, 5].every((digit) => codes[at + digit] === 0x30);
  return isLong ? hexNumber(codes, at, 2, 8) : undefined;
}

/** One to three digits, the first of three at most 3. */
function octalNumber(codes: Uint16Array, at: number): Escaped {
  const most = (codes[at + 1] ?? 0) <= 0x33 ? 3 : 2;
  let [code, digits] = [0, 0];
  for (; digits < most; digits += 1) {
    const digit = (codes[at + 1 + digits] ?? 0) - 0x30;
    if (digit < 0 || digit > 7) break;
    code = code * 8 + digit;
  }
  return { code, length: 1 + digits };
}

/** `\u{41}`. */
function bracedNumber(codes: Uint16Array, at: number): Escaped | undefined {
  const text = String.fromCharCode(...codes.subarray(at, at + 10));
  const [whole = '', digits = ''] = /^\\u\{([\da-f]{1,6})\}/i.exec(text) ?? [];
  return whole === '' ? undefined : { code: Number.parseInt(digits, 16), length: whole.length };
}

/** Names of ASCII characters in HTML, in lower case. */
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', tab: '\t', newline: '\n' },
  ...{ excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(', rpar: ')', ast: '*', midast: '*' },
  ...{ plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';', equals: '=', quest: '?' },
  ...{ commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', hat: '^' },
  ...{ lowbar: '_', underbar: '_', grave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|' },
  ...{ rcub: '}', rbrace: '}' },
};

/** A character reference of HTML and XML. */
function reference(codes: Uint16Array, at: number): Escaped | undefined {
  let end = at + 1;
  while (end < at + 10 && codes[end] !== semicolon && end < codes.length) end += 1;
  if (codes[end] !== semicolon) return undefined;
  const code = referredCode(String.fromCharCode(...codes.subarray(at + 1, end)).toLowerCase());
  return code === undefined ? undefined : { code, length: end - at + 1 };
}

/** @param name between `&` and `;`, in lower case */
function referredCode(name: string): number | undefined {
  const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+))$/.exec(name) ?? [];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  if (decimal !== undefined) return Number(decimal);
  return Object.hasOwn(named, name) ? named[name]?.charCodeAt(0) : undefined;
}

/** The value of a hexadecimal digit, -1 for anything else. */
function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Characters between two pairs, as in `64 6b` and `64:6b`. */
const separators = new Set([0x20, 0x3a, 0x2d, 0x2c]);

export function isHexSeparator(code: number): boolean {
  return separators.has(code);
}

/**
 * The bytes that a reading may write as pairs of hexadecimal digits, joined or with one separator between them. A pair may
 * begin at each second digit, so a run of digits is read twice.
 *
 * @param least bytes that a run must have to be worth reading
 */
export function* decodeHex(source: Reading, least: number): Generator<Reading, undefined> {
  const { codes } = source;
  for (let at = 0; at < codes.length; at += 1) {
    if (hexDigit(codes[at]) < 0) continue;
    let joined = at;
    while (hexDigit(codes[joined]) >= 0) joined += 1;
    if (joined - at >= least * 2) for (const phase of [0, 1]) yield pairs(source, at + phase, joined);
    let separated = joined;
    if (joined - at <= 2) while (isPairBehindSeparator(codes, separated)) separated += 3;
    if (separated - joined >= least * 3 - 3) yield pairs(source, joined - 2, separated);
    at = Math.max(joined, separated - 2);
  }
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
