import { visit, type JSONPath } from 'jsonc-parser';
import { fromPointer, toPointer } from '../json-pointer.js';

/**
 * The lines (from 1) of the keys (or elements) at JSON pointers, or of their nearest parents where there is no such value. They are
 * found in one pass that makes no tree, which would take the memory of a large document again.
 *
 * @param text JSON that parses
 */
export function jsonLines(text: string, pointers: readonly string[]): number[] {
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
