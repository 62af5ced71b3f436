/**
 * Secrets that clients presented and servers set or issued, so that they can be found in every later output: lengths and digests alone, by
 * which a secret can be recognized and not read. Searching takes time that grows with the text, however many secrets there are.
 */
import { base64Forms } from './base64-forms.js';
import { decodeEscapes } from './decode-escapes.js';
import { codesOf, endInText, startInText, type Reading } from './reading.js';
import { folded, longestOrdinary, textOf, type Span } from './secret-finder.js';

/** Secrets that are shorter are too common to be looked for in other exchanges. */
export const shortestRegistered = 8;
/** Longer secrets are registered in parts of this length. */
const longest = 4096;
/** Of a longer secret that a text cuts off, so many characters are recognized. */
const beginning = 16;
/** The register holds between this many of the latest secrets and twice as many. */
const perGeneration = 2048;
/** Different lengths of secrets that begin with the same eight characters. */
const lengthsPerAnchor = 64;

/** Secrets that were registered one after another; of two generations the older one is dropped when the newer one is full. */
class Generation {
  /** Digests of the secrets as they were registered. */
  readonly secrets = new Set<number>();
  /** Which hashes of the first eight characters occur, so that most places of a text are passed with a single look. */
  readonly marks = new Uint8Array(0x10000);
  /** Lengths of the secrets whose first eight characters have a hash. */
  readonly lengths = new Map<number, number[]>();
  /** Digests of all forms of the secrets. */
  readonly whole = new Set<number>();
  readonly beginnings = new Set<number>();
  /** Characters of the longest form. */
  longest = 0;
}

export class SecretRegister {
  /** Increases with each secret. */
  version = 0;
  private newer = new Generation();
  private older = new Generation();
  private readonly first = new PolynomialHash();
  private readonly second = new PolynomialHash();

  get isEmpty(): boolean {
    return this.version === 0;
  }

  /** Characters of the longest form of a secret. */
  get longestForm(): number {
    return Math.max(this.newer.longest, this.older.longest);
  }

  /** Registers a secret in its plain form and in base64, whose case may be changed. Those below eight characters are left out. */
  add(secret: string): void {
    if (secret.length < shortestRegistered) return;
    const digest = this.digestOf(secret);
    if (this.newer.secrets.has(digest)) return;
    if (this.newer.secrets.size >= perGeneration) {
      this.older = this.newer;
      this.newer = new Generation();
    }
    this.newer.secrets.add(digest);
    this.version += 1;
    for (const part of partsOf(secret)) {
      for (const form of [part, bytesOf(part), ...base64Forms(part)]) this.addForm(codesOf(form));
      // A secret that looks like an escape is decoded with the escapes around it.
      const unescaped = decodeEscapes({ codes: codesOf(part), decoded: undefined });
      if (unescaped) this.addForm(unescaped.codes);
    }
  }

  /**
   * Adds to `found` where in the text a reading has a registered secret.
   *
   * @param isOrdinary whether a text, in lower case, is public although it is registered
   */
  find(reading: Reading, found: Span[], isOrdinary: (text: string) => boolean): void {
    const { codes } = reading;
    if (this.isEmpty || !this.mayHave(codes)) return;
    const prefixes = new Prefixes(codes, this.first, this.second);
    const { newer, older } = this;
    for (let at = 0; at + shortestRegistered <= codes.length; at += 1) {
      const anchor = prefixes.anchorAt(at);
      const mark = anchor >>> 16;
      if (newer.marks[mark] === 0 && older.marks[mark] === 0) continue;
      const start = startInText(reading, at);
      let length = Math.max(wholeAt(prefixes, at, newer, anchor), wholeAt(prefixes, at, older, anchor));
      if (length === 0) {
        length = Math.max(cutAt(prefixes, at, newer, anchor), cutAt(prefixes, at, older, anchor));
        // A secret that repeats its own beginning has not been cut.
        if (length === 0 || found.some((span) => span.start <= start && start < span.end)) continue;
      }
      if (length <= longestOrdinary && isOrdinary(textOf(codes, at, length))) continue;
      found.push({ start, end: endInText(reading, at + length - 1), kept: 0 });
    }
  }

  /** Most readings have nothing, which is seen without keeping a hash for each character. */
  private mayHave(codes: Uint16Array): boolean {
    const { newer, older } = this;
    const [, base = 0] = this.first.powers;
    const leaving = this.first.powers[shortestRegistered] ?? 0;
    let hash = 0;
    for (let at = 0; at < codes.length; at += 1) {
      hash = (Math.imul(hash, base) + folded(codes[at] ?? 0) + 1) | 0;
      if (at >= shortestRegistered)
        hash = (hash - Math.imul(folded(codes[at - shortestRegistered] ?? 0) + 1, leaving)) | 0;
      else if (at < shortestRegistered - 1) continue;
      const mark = hash >>> 16;
      if (newer.marks[mark] === 0 && older.marks[mark] === 0) continue;
      const anchor = hash >>> 0;
      if (newer.lengths.has(anchor) || older.lengths.has(anchor)) return true;
    }
    return false;
  }

  /** Of its first part, and of how long it is. */
  private digestOf(secret: string): number {
    const codes = codesOf(secret.slice(0, longest));
    return new Prefixes(codes, this.first, this.second).digest(0, codes.length) + secret.length;
  }

  private addForm(codes: Uint16Array): void {
    const { length } = codes;
    if (length < shortestRegistered) return;
    const prefixes = new Prefixes(codes, this.first, this.second);
    const { marks, lengths, whole, beginnings } = this.newer;
    const anchor = prefixes.anchorAt(0);
    marks[anchor >>> 16] = 1;
    const known = lengths.get(anchor) ?? [];
    if (!known.includes(length)) lengths.set(anchor, [...known, length].slice(-lengthsPerAnchor));
    this.newer.longest = Math.max(this.newer.longest, length);
    whole.add(prefixes.digest(0, length));
    if (length > beginning) beginnings.add(prefixes.digest(0, beginning));
  }
}

/** Returns the length of the longest secret at a place; 0 for none. */
function wholeAt(prefixes: Prefixes, at: number, { lengths, whole }: Generation, anchor: number): number {
  const left = prefixes.length - at;
  let longestFound = 0;
  for (const length of lengths.get(anchor) ?? [])
    if (length > longestFound && length <= left && whole.has(prefixes.digest(at, length)))
      longestFound = length;
  return longestFound;
}

/** Returns the length of the rest of the text where it may be the beginning of a longer secret; 0 otherwise. */
function cutAt(prefixes: Prefixes, at: number, { lengths, beginnings }: Generation, anchor: number): number {
  const left = prefixes.length - at;
  if (left < beginning || !lengths.get(anchor)?.some((length) => length > left)) return 0;
  return beginnings.has(prefixes.digest(at, beginning)) ? left : 0;
}

/** A number of 32 bits that clients can't know. React Native has no `crypto` of its own. */
function randomNumber(): number {
  if (typeof crypto === 'undefined') return Math.floor(Math.random() * 2 ** 32);
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number;
}

/** A hash that makes of the hashes of two beginnings that of what is between them. Its base is new in each process. */
class PolynomialHash {
  /** The base to the power of each length. */
  readonly powers = new Uint32Array(longest * 4 + 1);

  constructor() {
    const base = randomNumber();
    this.powers[0] = 1;
    for (let power = 1; power < this.powers.length; power += 1)
      this.powers[power] = Math.imul(this.powers[power - 1] ?? 0, base | 5);
  }

  /** The hash of each beginning of a text. */
  prefixes(codes: Uint16Array): Uint32Array {
    const base = this.powers[1] ?? 0;
    const hashes = new Uint32Array(codes.length + 1);
    let hash = 0;
    for (let at = 0; at < codes.length; at += 1) {
      hash = (Math.imul(hash, base) + folded(codes[at] ?? 0) + 1) | 0;
      hashes[at + 1] = hash;
    }
    return hashes;
  }
}

/** The hashes of a text, from which the digest of any part of it follows at once. */
class Prefixes {
  readonly length: number;
  private readonly hashes: Uint32Array;
  /** Few texts need it. */
  private others: Uint32Array | undefined;

  constructor(
    private readonly codes: Uint16Array,
    private readonly first: PolynomialHash,
    private readonly second: PolynomialHash,
  ) {
    this.length = codes.length;
    this.hashes = first.prefixes(codes);
  }

  /** The hash of eight characters. */
  anchorAt(at: number): number {
    return hashOf(this.hashes, this.first, at, shortestRegistered);
  }

  /** Of 53 bits, so that it is a safe integer. */
  digest(at: number, length: number): number {
    this.others ??= this.second.prefixes(this.codes);
    const low = hashOf(this.others, this.second, at, length) >>> 11;
    return hashOf(this.hashes, this.first, at, length) * 0x20_0000 + low;
  }
}

function hashOf(hashes: Uint32Array, { powers }: PolynomialHash, at: number, length: number): number {
  return ((hashes[at + length] ?? 0) - Math.imul(hashes[at] ?? 0, powers[length] ?? 0)) >>> 0;
}

function partsOf(secret: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < secret.length; at += longest) parts.push(secret.slice(at, at + longest));
  return parts;
}

/** A character for each byte of UTF-8: bodies and headers are read so. */
function bytesOf(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? '' : String.fromCharCode(...new TextEncoder().encode(text));
}

/** The register of this process: outputs of every kind are masked against it. */
export const registeredSecrets = new SecretRegister();
