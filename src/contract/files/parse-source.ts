import { createRequire } from 'node:module';
import type { Node } from 'jsonc-parser';
import type { Document, LineCounter } from 'yaml';
import { yamlOffset } from '../document/yaml-offset.js';
import type { Yaml } from '../document/yaml-offset.js';
import { isNestedDeeper } from '../json-nesting.js';
import { fromPointer } from '../json-pointer.js';
import { measureYaml } from './measure-yaml.js';

/** Arrays and objects in one another. */
export const maxLevels = 200;

/** A text of YAML or JSON that was read. */
export interface ParsedSource {
  readonly value: unknown;
  /** The line (from 1) of the value at a JSON pointer, or of its nearest parent. */
  readonly lineOf: (pointer: string) => number;
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
  return parseJson(yaml, text) ?? parseYaml(yaml, text);
}

function parseJson(yaml: Yaml, text: string): ParsedSource | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isNestedDeeper(value, maxLevels)) throw tooDeep(1);
  return { value, lineOf: jsonLines(yaml, text) };
}

/** The lines of a JSON text, which is parsed once more when the first one is needed. */
function jsonLines(yaml: Yaml, text: string): ParsedSource['lineOf'] {
  let root: Node | undefined;
  const lines = new yaml.LineCounter();
  return (pointer) => {
    if (!root) {
      const { parseTree } = createRequire(import.meta.url)('jsonc-parser') as typeof import('jsonc-parser');
      root = parseTree(text);
      for (let at = -1; at !== 0; at = text.indexOf('\n', at) + 1) lines.addNewLine(Math.max(at, 0));
    }
    return lines.linePos(jsonOffset(root, fromPointer(pointer))).line;
  };
}

/** The offset of the key, or of the element, or of the nearest parent where there is no such value. */
function jsonOffset(root: Node | undefined, path: readonly string[]): number {
  let node = root;
  let offset = 0;
  for (const segment of path) {
    const isObject = node?.type === 'object';
    const child: Node | undefined = isObject
      ? node?.children?.find(({ children }) => children?.[0]?.value === segment)
      : node?.children?.[Number(segment)];
    if (!child) break;
    offset = child.offset;
    node = isObject ? child.children?.[1] : child;
  }
  return offset;
}

function parseYaml(yaml: Yaml, text: string): ParsedSource {
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
  if (complaint) throw new SourceError(lineAtOffset(complaint.offset), complaint.text);
  return {
    value: parsed.toJS({ maxAliasCount: -1 }),
    lineOf: (pointer) => lineAtOffset(yamlOffset(yaml, parsed, fromPointer(pointer))),
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
