import { RecordingError } from '../recording-error.js';

/** Bytes of one entry; a larger one holds a body that nobody judges. */
const maxEntryBytes = 64 * 1024 * 1024;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Finds the entries of a HAR in its bytes, one at a time, so that a file may be larger than memory. Only the nesting of brackets
 * and the strings are read here; whoever gets an entry parses it.
 */
export class EntryScanner {
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** The last string at the depth of the log's members, while it can be the name of one. */
  private name: number[] = [];
  private isNamed = false;
  /** True if `log.entries` was met. */
  hasEntries = false;
  /** Set while the bytes are those of `log.entries`. */
  private inEntries = false;
  private pieces: Buffer[] = [];
  private size = 0;
  /** Set while the bytes are those of an entry. */
  private inEntry = false;
  /** Entries that were too large to be read. */
  tooLarge = 0;
  /** Entries that began. */
  begun = 0;

  /** Takes the next bytes of the file, and yields each entry that they complete. */
  *take(chunk: Buffer): Generator<Buffer> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.inString) {
        this.readString(byte);
        continue;
      }
      if (byte === quote) {
        this.inString = true;
        this.name = [];
      } else if (byte === colon) this.isNamed = true;
      else if (byte === comma) this.isNamed = false;
      else if (byte === openBrace || byte === openBracket) {
        if (this.inEntries && this.depth === 3 && byte === openBrace) {
          [this.inEntry, from, this.size] = [true, at, 0];
          this.begun += 1;
        }
        this.depth += 1;
        if (this.depth === 3 && byte === openBracket && this.isNamed && isEntries(this.name))
          this.hasEntries = this.inEntries = true;
        this.isNamed = false;
      } else if (byte === closeBrace || byte === closeBracket) {
        this.depth -= 1;
        if (this.inEntry && this.depth === 3) {
          const entry = this.whole(chunk.subarray(from, at + 1));
          if (entry) yield entry;
        }
        if (this.depth === 2) this.inEntries = false;
      }
    }
    if (this.inEntry) this.keep(chunk.subarray(from));
  }

  /** @throws RecordingError where the file ended before its brackets were closed */
  end(file: string): void {
    if (this.depth === 0 && !this.inString) return;
    const where = this.inEntry ? `in the middle of entry ${this.begun}` : 'before its last bracket is closed';
    throw new RecordingError(`${file} was cut short: it ends ${where}. Save the recording again.`);
  }

  private readString(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === backslash) this.escaped = true;
    else if (byte === quote) this.inString = false;
    else if (this.depth === 2 && this.name.length < 10) this.name.push(byte);
  }

  private keep(bytes: Buffer): void {
    this.size += bytes.length;
    // A part of a chunk would keep the whole.
    if (this.size <= maxEntryBytes) this.pieces.push(Buffer.from(bytes));
    else this.pieces = [];
  }

  private whole(last: Buffer): Buffer | undefined {
    this.inEntry = false;
    const isTooLarge = this.size + last.length > maxEntryBytes;
    const entry = Buffer.concat([...this.pieces, last]);
    this.pieces = [];
    if (!isTooLarge) return entry;
    this.tooLarge += 1;
    return undefined;
  }
}

function isEntries(name: readonly number[]): boolean {
  return String.fromCharCode(...name) === 'entries';
}
