/**
 * Finds the places of values in a JSON text in one pass that makes nothing: a tree of a large document would take its memory again.
 */
import { fromPointer } from '../json-pointer.js';

/** The pointers that are still to be found below a value, by their next segment. */
interface Wanted {
  readonly results: number[];
  readonly inside: Map<string, Wanted>;
}

/**
 * The offsets of the keys (or elements) at JSON pointers, or of their nearest parents where there is no such value.
 *
 * @param text JSON that parses
 */
export function jsonOffsets(text: string, pointers: readonly string[]): number[] {
  const offsets = pointers.map(() => 0);
  const root: Wanted = { results: [], inside: new Map() };
  for (const [index, pointer] of pointers.entries()) {
    let at = root;
    for (const segment of fromPointer(pointer)) {
      const next = at.inside.get(segment) ?? { results: [], inside: new Map() };
      at.inside.set(segment, next);
      at = next;
    }
    at.results.push(index);
  }
  new JsonScan(text, offsets).value(root, 0);
  return offsets;
}

class JsonScan {
  private at = 0;
  private readonly marks = /["[\]{}]/g;
  private readonly quotes = /["\\]/g;

  constructor(
    private readonly text: string,
    private readonly offsets: number[],
  ) {}

  /** Passes a value and notes what is wanted in it. @param offset where its key stands */
  value(wanted: Wanted | undefined, offset: number): void {
    this.skipSpace();
    const start = this.text[this.at];
    if (wanted) this.note(wanted, offset);
    if (!wanted || wanted.inside.size === 0 || (start !== '{' && start !== '[')) this.skipValue();
    else this.members(wanted, start === '{');
  }

  /** All that is wanted in a value stands at least where the value does. */
  private note({ results, inside }: Wanted, offset: number): void {
    for (const index of results) this.offsets[index] = offset;
    for (const one of inside.values()) this.note(one, offset);
  }

  private members({ inside }: Wanted, isObject: boolean): void {
    this.at += 1;
    for (let index = 0; ; index += 1) {
      this.skipSpace();
      const mark = this.text[this.at];
      if (mark === undefined || mark === '}' || mark === ']') break;
      if (mark === ',') {
        this.at += 1;
        index -= 1;
        continue;
      }
      const offset = this.at;
      this.value(inside.get(isObject ? this.key() : String(index)), offset);
    }
    this.at += 1;
  }

  private key(): string {
    const start = this.at;
    this.skipText();
    const key = JSON.parse(this.text.slice(start, this.at)) as string;
    this.skipSpace();
    this.at += 1;
    return key;
  }

  private skipValue(): void {
    const start = this.text[this.at];
    if (start === '"') this.skipText();
    else if (start === '{' || start === '[') this.skipNested();
    else while (this.at < this.text.length && !/[,\]}\s]/.test(this.text[this.at] ?? '')) this.at += 1;
  }

  private skipNested(): void {
    let depth = 0;
    do {
      this.marks.lastIndex = this.at;
      const found = this.marks.exec(this.text);
      if (!found) {
        this.at = this.text.length;
        return;
      }
      this.at = found.index;
      if (found[0] === '"') this.skipText();
      else {
        depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
        this.at += 1;
      }
    } while (depth > 0);
  }

  private skipText(): void {
    this.at += 1;
    for (;;) {
      this.quotes.lastIndex = this.at;
      const found = this.quotes.exec(this.text);
      this.at = found ? found.index + 1 : this.text.length;
      if (found?.[0] !== '\\') return;
      this.at += 1;
    }
  }

  private skipSpace(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }
}
