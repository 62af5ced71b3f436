import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../contract/schema/json-equal.js';

/** A value of a JSON text, as it is spelled there. */
interface Spelled {
  readonly text: string;
  /** Of an object; a name may be given twice. */
  readonly members?: readonly (readonly [name: string, spelledName: string, value: Spelled])[];
  /** Of an array. */
  readonly elements?: readonly Spelled[];
}

/**
 * A JSON text in which some values are others, and everything else keeps its spelling: a number that no double holds, an escape, a name
 * that is given twice.
 *
 * @param from the value of the text
 * @param to the value that it shall have
 */
export function changedText(text: string, from: unknown, to: unknown): string {
  return written(new SpellingReader(text).read(), from, to);
}

function written(spelled: Spelled, from: unknown, to: unknown): string {
  if (isDeepStrictEqual(from, to)) return spelled.text;
  const { members, elements } = spelled;
  if (elements !== undefined && Array.isArray(from) && Array.isArray(to))
    return `[${to.map((value, index) => writtenPart(elements[index], from[index], value)).join(',')}]`;
  if (members === undefined || !isObject(from) || !isObject(to)) return JSON.stringify(to);
  const last = new Map(members.map(([name, , value]) => [name, value]));
  const kept = members
    .filter(([name]) => Object.hasOwn(to, name) && to[name] !== undefined)
    .map(
      ([name, spelledName, value]) =>
        `${spelledName}:${last.get(name) === value ? written(value, from[name], to[name]) : value.text}`,
    );
  const added = Object.entries(to)
    .filter(([name, value]) => !last.has(name) && value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{${[...kept, ...added].join(',')}}`;
}

function writtenPart(spelled: Spelled | undefined, from: unknown, to: unknown): string {
  return spelled === undefined ? JSON.stringify(to) : written(spelled, from, to);
}

/** Reads a text that is known to be JSON. */
class SpellingReader {
  private at = 0;

  constructor(private readonly text: string) {}

  read(): Spelled {
    this.skipSpace();
    const start = this.at;
    const parts = this.parts();
    return { text: this.text.slice(start, this.at), ...parts };
  }

  private parts(): Omit<Spelled, 'text'> {
    switch (this.text[this.at]) {
      case '{':
        return { members: this.list('}', () => this.member()) };
      case '[':
        return { elements: this.list(']', () => this.read()) };
      case '"':
        this.skipString();
        return {};
      default:
        while (/[\w+.-]/.test(this.text[this.at] ?? '')) this.at += 1;
        return {};
    }
  }

  private member(): readonly [string, string, Spelled] {
    this.skipSpace();
    const start = this.at;
    this.skipString();
    const name = this.text.slice(start, this.at);
    this.skipSpace();
    this.at += 1;
    return [JSON.parse(name) as string, name, this.read()];
  }

  private list<Part>(end: string, next: () => Part): Part[] {
    const parts: Part[] = [];
    this.at += 1;
    this.skipSpace();
    while (this.text[this.at] !== end) {
      if (this.text[this.at] === ',') this.at += 1;
      else parts.push(next());
      this.skipSpace();
    }
    this.at += 1;
    return parts;
  }

  private skipString(): void {
    for (this.at += 1; this.text[this.at] !== '"'; this.at += 1)
      if (this.text[this.at] === '\\') this.at += 1;
    this.at += 1;
  }

  private skipSpace(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }
}
