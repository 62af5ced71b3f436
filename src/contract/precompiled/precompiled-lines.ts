/** The lines of a document's values, so that a failure can name one without the document's source being parsed again. */
import { fromPointer, toPointer } from '../json-pointer.js';

/** The line of a value, from 1, and those of what is in it. */
export type LineTree = readonly [line: number, inside?: Readonly<Record<string, LineTree>>];

/** @param lineOf the line of the value at a JSON pointer */
export function lineTreeOf(document: unknown, lineOf: (pointer: string) => number): LineTree {
  const treeOf = (value: unknown, path: readonly string[]): LineTree => {
    const line = lineOf(toPointer(path));
    if (typeof value !== 'object' || value === null) return [line];
    const inside = Object.entries(value).map(([key, inner]) => [key, treeOf(inner, [...path, key])]);
    return [line, Object.fromEntries(inside) as Record<string, LineTree>];
  };
  return treeOf(document, []);
}

/** The line of the value at a JSON pointer, or of its nearest parent where there is no such value. */
export function lineIn(tree: LineTree, pointer: string): number {
  let [line, inside] = tree;
  for (const segment of fromPointer(pointer)) {
    if (inside === undefined || !Object.hasOwn(inside, segment)) break;
    [line, inside] = inside[segment] ?? [line];
  }
  return line;
}
