/**
 * Searches outputs for what they must not show of secrets. It encodes, where the redactor decodes: each run of eight characters
 * and each beginning of five in every encoding, so that neither can hide a mistake of the other.
 */

/** Characters of a secret that are looked for wherever they stand. */
const runLength = 8;
/** An output may show four characters at the beginning of a secret. */
const beginningLength = 5;

type Encoding = readonly [name: string, encode: (text: string) => string[]];

const bytesOf = (text: string): number[] => Array.from(Buffer.from(text));
const each = (text: string, encode: (byte: number) => string): string[] => [
  bytesOf(text)
    .map((byte) => encode(byte))
    .join(''),
];
const hex = (byte: number, digits = 2): string => byte.toString(16).padStart(digits, '0');

const htmlNames = new Map(
  [
    ...(['!excl', '"quot', '#num', '$dollar', '%percnt', '&amp', "'apos", '(lpar', ')rpar', '*ast'] as const),
    ...([
      '+plus',
      ',comma',
      '.period',
      '/sol',
      ':colon',
      ';semi',
      '<lt',
      '=equals',
      '>gt',
      '?quest',
    ] as const),
    ...([
      '@commat',
      '[lsqb',
      '\\bsol',
      ']rsqb',
      '^Hat',
      '_lowbar',
      '`grave',
      '{lcub',
      '|vert',
      '}rcub',
    ] as const),
  ].map((entry) => [entry.charAt(0), `&${entry.slice(1)};`]),
);

const encodings: readonly Encoding[] = [
  ['plain', (text) => [text]],
  ['reversed case and base64', (text) => base64(otherCase(text))],
  ['base64', base64],
  ['lower case and base64', (text) => base64(text.toLowerCase())],
  ['upper case and base64', (text) => base64(text.toUpperCase())],
  ['base64 twice', (text) => base64(text).flatMap(base64)],
  ['hex', (text) => each(text, hex)],
  ['hex of lower case', (text) => each(text.toLowerCase(), hex)],
  ['hex of upper case', (text) => each(text.toUpperCase(), hex)],
  [
    'hex with spaces',
    (text) => [
      bytesOf(text)
        .map((byte) => hex(byte))
        .join(' '),
    ],
  ],
  [
    'hex with colons',
    (text) => [
      bytesOf(text)
        .map((byte) => hex(byte))
        .join(':'),
    ],
  ],
  ['URL, each character', (text) => each(text, (byte) => `%${hex(byte)}`)],
  ['URL', (text) => [encodeURIComponent(text)]],
  ['URL twice', (text) => [encodeURIComponent(encodeURIComponent(text))]],
  ['JSON, each character', (text) => each(text, (byte) => `\\u${hex(byte, 4)}`)],
  ['JSON', (text) => [JSON.stringify(text).slice(1, -1)]],
  ['JSON in JSON', (text) => [JSON.stringify(JSON.stringify(text)).slice(3, -3)]],
  ['programs', (text) => each(text, (byte) => `\\x${hex(byte)}`)],
  ['octal', (text) => each(text, (byte) => `\\${byte.toString(8).padStart(3, '0')}`)],
  ['programs, eight digits', (text) => each(text, (byte) => `\\U${hex(byte, 8)}`)],
  ['programs, in braces', (text) => each(text, (byte) => `\\u{${byte.toString(16)}}`)],
  ['URL of old scripts', (text) => each(text, (byte) => `%u${hex(byte, 4)}`)],
  [
    'HTML, names',
    (text) => [text.replace(/[^\w~]|_/g, (character) => htmlNames.get(character) ?? character)],
  ],
  ['HTML, decimal', (text) => each(text, (byte) => `&#${byte};`)],
  ['HTML, hexadecimal', (text) => each(text, (byte) => `&#x${hex(byte)};`)],
];

/** The part of the encoding that is the same wherever the text stands, in both alphabets. */
function base64(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor((bytes.length * 8) / 6);
    return [bytes.toString('base64').slice(first, last), bytes.toString('base64url').slice(first, last)];
  });
}

function otherCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** A spelling of a part of a secret. */
interface Spelling {
  readonly secret: string;
  readonly encoding: string;
}

export class SecretSearch {
  private readonly spellings = new Map<string, Spelling>();
  /** The lengths of the spellings that begin with the same four characters: most places of a text begin none. */
  private readonly lengths = new Map<number, Set<number>>();
  /** Which two characters a spelling begins with: nearly every place of a text is passed with a look at them. */
  private readonly pairs = new Uint8Array(0x10000);

  /** @param secrets by the name that a finding calls them */
  constructor(secrets: Readonly<Record<string, string>>) {
    for (const [name, secret] of Object.entries(secrets)) {
      if (secret.length < runLength) throw new Error(`${name} is too short to be searched for.`);
      for (let at = 0; at + runLength <= secret.length; at += 1)
        for (const [encoding, encode] of encodings)
          for (const text of encode(secret.slice(at, at + runLength)))
            this.add(text, { secret: name, encoding });
      this.add(secret.slice(0, beginningLength), { secret: name, encoding: 'plain, its beginning' });
    }
  }

  /** Lists what a text shows of the secrets: a sentence for each secret and encoding, which does not repeat the secret. */
  in(place: string, output: string | Uint8Array): string[] {
    const text = (typeof output === 'string' ? output : Buffer.from(output).toString('latin1')).toLowerCase();
    const found = new Map<string, string>();
    for (let at = 0; at < text.length; at += 1) {
      if (this.pairs[pairAt(text, at)] === 0) continue;
      for (const length of this.lengths.get(startAt(text, at)) ?? []) {
        const spelling = this.spellings.get(text.slice(at, at + length));
        if (spelling === undefined) continue;
        const what = `${place} shows ${spelling.secret} (${spelling.encoding})`;
        const before = JSON.stringify(text.slice(Math.max(0, at - 60), at));
        if (!found.has(what)) found.set(what, `${what} behind ${before}`);
      }
    }
    return [...found.values()];
  }

  private add(text: string, spelling: Spelling): void {
    const folded = text.toLowerCase();
    this.spellings.set(folded, spelling);
    this.pairs[pairAt(folded, 0)] = 1;
    const start = startAt(folded, 0);
    const lengths = this.lengths.get(start) ?? new Set<number>();
    this.lengths.set(start, lengths.add(folded.length));
  }
}

function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) & 0xff) | ((text.charCodeAt(at + 1) & 0xff) << 8);
}

/** The four characters at a place as one number; they are Latin-1. */
function startAt(text: string, at: number): number {
  const code = (index: number): number => text.charCodeAt(at + index) & 0xff;
  return code(0) | (code(1) << 8) | (code(2) << 16) | (code(3) << 24);
}
