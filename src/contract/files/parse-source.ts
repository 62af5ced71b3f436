import { isDeepStrictEqual } from 'node:util';
import { visit, type JSONPath } from 'jsonc-parser';
import type { Document, LineCounter } from 'yaml';
import { yamlOffset, type Yaml } from '../document/yaml-offset.js';
import { isNestedDeeper } from '../schema/json-equal.js';
import { fromPointer, toPointer } from '../json-pointer.js';
import { measureYaml } from './measure-yaml.js';
import { userCache } from './user-cache.js';

/** Arrays and objects in one another. */
export const maxLevels = 200;

/** A text of YAML or JSON that was read. */
export interface ParsedSource {
  readonly value: unknown;
  /** The lines (from 1) of the values at JSON pointers, or of their nearest parents. */
  readonly linesOf: (pointers: readonly string[]) => number[];
}

/** A text that can't be used: half a sentence, and the line. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads YAML or JSON. JSON is twenty times as fast.
 *
 * @throws SourceError for what is neither, for values nested deeper than 200 levels, and for YAML whose aliases make
 * a circle or more values than memory holds
 */
export function parseSource(yaml: Yaml, text: string): ParsedSource {
  return parseJson(text) ?? (text.length < smallestKept ? parseYaml(yaml, text) : keptYaml(yaml, text));
}

/** Characters of YAML that take longer to parse than what was kept of them to read. */
const smallestKept = 20_000;

/** YAML that an earlier run has parsed is read as the JSON that it became, and parsed again only for a line that is new. */
function keptYaml(yaml: Yaml, text: string): ParsedSource {
  let parsed: ParsedSource | undefined;
  const parse = (): ParsedSource => (parsed ??= parseYaml(yaml, text));
  const kept = userCache.read('yaml', text);
  const isUsable = typeof kept === 'object' && kept !== null && !isNestedDeeper(kept, maxLevels);
  if (!isUsable) keep(parse().value, text);
  return {
    value: isUsable ? kept : parse().value,
    linesOf: (pointers) => keptLines(text, pointers) ?? keepLines(parse().linesOf(pointers), text, pointers),
  };
}

/** Values that JSON can't hold, such as infinity, are parsed each time. */
function keep(value: unknown, text: string): void {
  const json = JSON.stringify(value);
  if (isDeepStrictEqual(JSON.parse(json), value)) userCache.write(json, 'yaml', text);
}

function keptLines(text: string, pointers: readonly string[]): number[] | undefined {
  const kept = userCache.read('lines', text, ...pointers);
  const isUsable =
    Array.isArray(kept) && kept.length === pointers.length && kept.every((line) => Number.isInteger(line));
  return isUsable ? (kept as number[]) : undefined;
}

function keepLines(lines: number[], text: string, pointers: readonly string[]): number[] {
  if (pointers.length > 0) userCache.write(JSON.stringify(lines), 'lines', text, ...pointers);
  return lines;
}

function parseJson(text: string): ParsedSource | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isNestedDeeper(value, maxLevels)) throw tooDeep(1);
  return { value, linesOf: (pointers) => jsonLines(text, pointers) };
}

/**
 * The lines (from 1) of the keys (or elements) at JSON pointers, or of their nearest parents where there is no such value. They are
 * found in one pass that makes no tree, which would take the memory of a large document again.
 *
 * @param text JSON that parses
 */
function jsonLines(text: string, pointers: readonly string[]): number[] {
  const chains = pointers.map(withParents);
  /** Undefined until the value is met. */
  const lines = new Map<string, number | undefined>(chains.flat().map((pointer) => [pointer, undefined]));
  const note = (path: JSONPath, line: number): void => {
    const pointer = toPointer(path);
    if (lines.has(pointer)) lines.set(pointer, line + 1);
  };
  /** A field stands where its key does. @returns false to skip what is inside */
  const enter = (path: JSONPath, line: number): boolean => {
    if (typeof path.at(-1) === 'number') note(path, line);
    return path.length === 0 || lines.has(toPointer(path));
  };
  visit(text, {
    onObjectProperty: (name, _offset, _length, line, _column, path) => note([...path(), name], line),
    onObjectBegin: (_offset, _length, line, _column, path) => enter(path(), line),
    onArrayBegin: (_offset, _length, line, _column, path) => enter(path(), line),
    onLiteralValue: (_value, _offset, _length, line, _column, path) => void enter(path(), line),
    // The library sees the end of what is skipped only where somebody listens.
    onObjectEnd: () => undefined,
    onArrayEnd: () => undefined,
  });
  return chains.map((chain) => lines.get(chain.findLast((pointer) => lines.get(pointer)) ?? '') ?? 1);
}

/** `/a/b` → `['/a', '/a/b']`. */
function withParents(pointer: string): string[] {
  const path = fromPointer(pointer);
  return path.map((_, index) => toPointer(path.slice(0, index + 1)));
}

/** Reads YAML, JSON included. @throws SourceError */
export function parseYaml(yaml: Yaml, text: string): ParsedSource {
  const lines = new yaml.LineCounter();
  const parsed = composed(yaml, text, lines);
  const lineAtOffset = (offset: number): number => lines.linePos(offset).line;
  const [syntaxError] = parsed.errors;
  if (syntaxError) {
    const line = lineAtOffset(syntaxError.pos[0]);
    // So the library tells of a text that is nested too deeply for the stack.
    if (syntaxError.message.includes('Maximum call stack')) throw tooDeep(line);
    throw new SourceError(line, `not valid YAML or JSON: ${firstLine(syntaxError.message)}`);
  }
  const complaint = measureYaml(yaml, parsed.contents, maxLevels);
  if (complaint) throw new SourceError(lineAtOffset(complaint.offset), complaint.message);
  return {
    value: parsed.toJS({ maxAliasCount: -1 }),
    linesOf: (pointers) =>
      pointers.map((pointer) => lineAtOffset(yamlOffset(yaml, parsed, fromPointer(pointer)))),
  };
}

function composed(yaml: Yaml, text: string, lines: LineCounter): Document {
  try {
    // The library compares each key with all others; `measureYaml` finds keys that are there twice.
    return yaml.parseDocument(text, { lineCounter: lines, merge: true, uniqueKeys: false });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw tooDeep(1);
  }
}

function tooDeep(line: number): SourceError {
  return new SourceError(line, `nested deeper than ${maxLevels} levels`);
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? text).replace(/:$/, '');
}
