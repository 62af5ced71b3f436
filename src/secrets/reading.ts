/** A text as one way of decoding it reads it: its characters, and where in the text each of them stands. */
export interface Reading {
  readonly codes: ArrayLike<number>;
  /** Where each character begins and ends in the text; undefined where the reading is the text itself. */
  readonly place: { readonly from: Uint32Array; readonly to: Uint32Array } | undefined;
}

/** Collects the characters of a reading that is decoded from another one. */
export class ReadingWriter {
  private readonly codes: Uint16Array;
  private readonly from: Uint32Array;
  private readonly to: Uint32Array;
  private length = 0;

  /** @param most how many characters there can be */
  constructor(
    private readonly source: Reading,
    most: number,
  ) {
    this.codes = new Uint16Array(most);
    this.from = new Uint32Array(most);
    this.to = new Uint32Array(most);
  }

  /** Adds a character that stands for those from `first` to `last` of the source, both included. */
  add(code: number, first: number, last: number): void {
    const { place } = this.source;
    this.codes[this.length] = code;
    this.from[this.length] = place?.from[first] ?? first;
    this.to[this.length] = place?.to[last] ?? last + 1;
    this.length += 1;
  }

  reading(): Reading {
    const { length } = this;
    const place = { from: this.from.subarray(0, length), to: this.to.subarray(0, length) };
    return { codes: this.codes.subarray(0, length), place };
  }
}
