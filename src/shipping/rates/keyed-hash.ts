/**
 * A small keyed hash for identifiers: HalfSipHash-2-4 with 64 bits out (Aumasson and Bernstein), fed with whole words.
 * Ids must be cheap (ten in a response), the same on every run, and different for another seed or sandbox; they guard no
 * secret. Native HMAC costs about 2 µs a call, this about 0.1 µs for an id.
 */
export class KeyedHash {
  #v0: number;
  #v1: number;
  #v2: number;
  #v3: number;
  #words = 0;

  /** @param k0 first 32 bits of the key. @param k1 last 32 bits of the key. */
  constructor(k0: number, k1: number) {
    this.#v0 = k0 | 0;
    this.#v1 = k1 ^ 0xee;
    this.#v2 = k0 ^ 0x6c796765;
    this.#v3 = k1 ^ 0x74656462;
  }

  /** Feeds 32 bits. */
  word(word: number): this {
    this.#words++;
    this.#v3 ^= word;
    this.#rounds(2);
    this.#v0 ^= word;
    return this;
  }

  /** Feeds a double by its 64 bits; 1 and 1.0 are the same number, 1 and 1.0000000001 are not. */
  number(value: number): this {
    if (value === (value | 0)) return this.word(0).word(value);
    doubles.setFloat64(0, value, true);
    return this.word(1).word(doubles.getInt32(0, true)).word(doubles.getInt32(4, true));
  }

  /** Feeds a text with its length first, so that ('ab', 'c') and ('a', 'bc') differ; as `word` for every two letters. */
  text(text: string): this {
    const length = text.length;
    this.word(length);
    // The rounds of `#rounds` once more, on local variables: this is the hot loop of a rate request, and fields cost more.
    let v0 = this.#v0;
    let v1 = this.#v1;
    let v2 = this.#v2;
    let v3 = this.#v3;
    for (let at = 0; at < length; at += 2) {
      const word = text.charCodeAt(at) | (at + 1 < length ? text.charCodeAt(at + 1) << 16 : 0);
      v3 ^= word;
      for (let round = 0; round < 2; round++) {
        v0 = (v0 + v1) | 0;
        v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
        v0 = (v0 << 16) | (v0 >>> 16);
        v2 = (v2 + v3) | 0;
        v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
        v0 = (v0 + v3) | 0;
        v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
        v2 = (v2 + v1) | 0;
        v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
        v2 = (v2 << 16) | (v2 >>> 16);
      }
      v0 ^= word;
    }
    this.#words += (length + 1) >> 1;
    this.#v0 = v0;
    this.#v1 = v1;
    this.#v2 = v2;
    this.#v3 = v3;
    return this;
  }

  /** Ends the hash and gives its first 32 bits; `more` then gives the last 32. */
  finish(): number {
    this.word((this.#words << 26) | 0);
    this.#v2 ^= 0xee;
    this.#rounds(4);
    return this.#v1 ^ this.#v3;
  }

  /** The last 32 bits of a hash that has been finished. */
  more(): number {
    this.#v1 ^= 0xdd;
    this.#rounds(4);
    return this.#v1 ^ this.#v3;
  }

  /** Ends the hash as 16 hexadecimal digits. */
  hex(): string {
    const first = hex32(this.finish());
    return first + hex32(this.more());
  }

  #rounds(count: number): void {
    let v0 = this.#v0;
    let v1 = this.#v1;
    let v2 = this.#v2;
    let v3 = this.#v3;
    for (let round = 0; round < count; round++) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    this.#v0 = v0;
    this.#v1 = v1;
    this.#v2 = v2;
    this.#v3 = v3;
  }
}

const doubles = new DataView(new ArrayBuffer(8));
const hexOf = (digits: number): string[] =>
  Array.from({ length: 16 ** digits }, (_, bits) => bits.toString(16).padStart(digits, '0'));
const twoDigits = hexOf(2);
const threeDigits = hexOf(3);

/** Eight hexadecimal digits of 32 bits, most significant first. */
export function hex32(word: number): string {
  return `${threeDigits[word >>> 20]}${threeDigits[(word >>> 8) & 0xfff]}${twoDigits[word & 0xff]}`;
}
