import { endInText, startInText, type Reading } from './reading.js';

/** A part of a text, from its first character to the one behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Number of its characters that may be shown. */
  readonly kept: number;
}

/** So many characters of a secret are recognized wherever they stand; words share shorter runs. */
export const shortestRun = 8;
/** So many in what was decoded: the first and the last may stand there by a part of their bits alone. */
export const shortestDecodedRun = 7;
/** So many from its first one on are recognized, where a text was cut. */
const shortestBeginning = 5;
/** A secret that is shorter is found nowhere: it would be too common, and protects nothing. */
const shortestSecret = 4;

/** A longer text is no public one, such as a word of the document. */
export const longestOrdinary = 256;

/** Places of a secret where a group is compared with a text; one that consists of repetitions has it at thousands. */
const placesPerGroup = 16;

/** Characters that are compared first: each run has a group of four that begins at a multiple of four. */
const group = 4;
const step = shortestDecodedRun - group + 1;

interface Needle {
  readonly codes: Uint16Array;
  readonly kept: number;
}

/** A group of characters of a needle. */
interface Group {
  readonly needle: Needle;
  readonly at: number;
}

/** Finds what a reading has in common with secrets, whatever the case of letters. */
export class SecretFinder {
  /** Which hashes of groups occur, so that most places of a text are passed with a single look. */
  private readonly known = new Uint8Array(0x10000);
  private readonly groups = new Map<number, Group[]>();
  private readonly beginnings = new Map<number, Needle[]>();
  /** Which characters a secret begins with. */
  private readonly firsts = new Uint8Array(0x10000);

  /** @param isOrdinary whether a text, in lower case, is public although a secret has it too */
  constructor(private readonly isOrdinary: (text: string) => boolean) {}

  /** Adds a secret: in long ones runs and beginnings are found, short ones as whole words. */
  add(secret: string): void {
    if (secret.length < shortestSecret) return;
    const needle = needleOf(secret, Math.min(4, Math.floor(secret.length / 3)));
    append(this.beginnings, hashAt(needle.codes, 0), needle);
    this.firsts[needle.codes[0] ?? 0] = 1;
    this.addRuns(needle);
  }

  /** Adds a spelling of which only runs are found, and nothing is shown. */
  addSpelling(spelling: string): void {
    this.addRuns(needleOf(spelling, 0));
  }

  private addRuns(needle: Needle): void {
    const { codes } = needle;
    if (codes.length < shortestRun) return;
    for (let at = 0; at + group <= codes.length; at += 1) {
      const hash = hashAt(codes, at);
      this.known[hash & 0xffff] = 1;
      if (this.groups.get(hash)?.at(-placesPerGroup)?.needle !== needle)
        append(this.groups, hash, { needle, at });
    }
  }

  /** Adds to `found` where in the text a reading has parts of secrets. */
  find(reading: Reading, found: Span[]): void {
    this.findRuns(reading, found);
    this.findBeginnings(reading, found);
  }

  private findRuns(reading: Reading, found: Span[]): void {
    const { codes } = reading;
    const shortest = reading.decoded ? shortestDecodedRun : shortestRun;
    for (let at = 0; at + group <= codes.length; at += step) {
      const hash = hashAt(codes, at);
      if (this.known[hash & 0xffff] === 0) continue;
      let end = 0;
      for (const { needle, at: inNeedle } of this.groups.get(hash) ?? []) {
        const before = sameBefore(codes, at, needle.codes, inNeedle);
        const length = before + sameFrom(codes, at, needle.codes, inNeedle);
        if (length < shortest) continue;
        this.note(reading, at - before, length, inNeedle === before ? needle.kept : 0, found);
        end = Math.max(end, at - before + length);
      }
      // A run that ends behind this one has a group at or behind the last of this one.
      at = Math.max(at, end - group - step);
    }
  }

  private findBeginnings(reading: Reading, found: Span[]): void {
    const { codes } = reading;
    for (let at = 0; at + group <= codes.length; at += 1) {
      if (this.firsts[folded(codes[at] ?? 0)] === 0) continue;
      for (const { codes: needle, kept } of this.beginnings.get(hashAt(codes, at)) ?? []) {
        const length = sameFrom(codes, at, needle, 0, shortestRun);
        const isFound =
          needle.length < shortestRun
            ? length === needle.length && isWholeWord(codes, at, length)
            : length >= shortestBeginning && length < shortestRun;
        if (isFound) this.note(reading, at, length, kept, found);
      }
    }
  }

  private note(reading: Reading, first: number, length: number, kept: number, found: Span[]): void {
    if (length <= longestOrdinary && this.isOrdinary(textOf(reading.codes, first, length))) return;
    const start = startInText(reading, first);
    found.push({ start, end: endInText(reading, first + length - 1), kept: reading.decoded ? 0 : kept });
  }
}

function needleOf(text: string, kept: number): Needle {
  return { codes: Uint16Array.from(text, (character) => folded(character.charCodeAt(0))), kept };
}

function append<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Counts the equal characters before two places. */
function sameBefore(codes: Uint16Array, at: number, needle: Uint16Array, inNeedle: number): number {
  const max = Math.min(at, inNeedle);
  let same = 0;
  while (same < max && folded(codes[at - same - 1] ?? 0) === needle[inNeedle - same - 1]) same += 1;
  return same;
}

/** Counts the equal characters from two places on, up to `end` of them. */
function sameFrom(
  codes: Uint16Array,
  at: number,
  needle: Uint16Array,
  inNeedle: number,
  end = Infinity,
): number {
  const max = Math.min(codes.length - at, needle.length - inNeedle, end);
  let same = 0;
  while (same < max && folded(codes[at + same] ?? 0) === needle[inNeedle + same]) same += 1;
  return same;
}

function hashAt(codes: Uint16Array, at: number): number {
  let hash = 0;
  for (let index = at; index < at + group; index += 1)
    hash = (Math.imul(hash, 31) + folded(codes[index] ?? 0)) | 0;
  return hash;
}

/** Letters in lower case, and `+` as the space that it stands for in a query. */
export function folded(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code + 0x20;
  return code === 0x2b ? 0x20 : code;
}

function isWholeWord(codes: Uint16Array, at: number, length: number): boolean {
  return !isWordCharacter(codes[at - 1]) && !isWordCharacter(codes[at + length]);
}

function isWordCharacter(code: number | undefined): boolean {
  if (code === undefined) return false;
  const lower = folded(code);
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

export function textOf(codes: Uint16Array, first: number, length: number): string {
  return String.fromCharCode(...codes.subarray(first, first + length).map(folded));
}
