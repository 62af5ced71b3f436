import { limits } from './limits.js';

/** A body read as JSON text (RFC 8259), strictly: UTF-8, no byte order mark, one value and nothing after it. */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** A phrase. */
      readonly problem: string;
      /** Set when a limit of the suite kept it from being read, so that it may well be JSON. */
      readonly notRead?: true;
    };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @param bytes a body, decompressed */
export function readJson(bytes: Buffer): JsonBody {
  if (bytes.length === 0) return notJson('is empty');
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])))
    return notJson('starts with a byte order mark, which JSON must not (RFC 8259 8.1)');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return notJson('is not valid UTF-8');
  }
  const { depth, values } = sizeOf(bytes);
  if (depth > limits.jsonDepth)
    return { ...notJson(`nests deeper than ${limits.jsonDepth} levels`), notRead: true };
  if (values > limits.jsonValues)
    return {
      ...notJson(`has more than ${limits.jsonValues.toLocaleString('en')} JSON values`),
      notRead: true,
    };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return notJson(`is not JSON: ${(error as Error).message}`);
  }
}

/** The value of a text or a body that is JSON; undefined where it is none, or there is no body. */
export function jsonOf(text: string | Buffer | undefined): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function notJson(problem: string) {
  return { ok: false, problem: `the body ${problem}` } as const;
}

/** The depth of nested brackets, and the number of values: the first of each array or object, and one after each comma. */
function sizeOf(bytes: Buffer): { depth: number; values: number } {
  let [depth, deepest, values] = [0, 0, 1];
  let quoted = false;
  let opened = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (quoted) {
      if (byte === 92) index += 1;
      else if (byte === 34) quoted = false;
      continue;
    }
    const closes = byte === 125 || byte === 93;
    if (byte > 32) {
      if (opened && !closes) values += 1;
      opened = false;
    }
    if (byte === 34) quoted = true;
    else if (byte === 44) values += 1;
    else if (byte === 123 || byte === 91) {
      opened = true;
      deepest = Math.max(deepest, ++depth);
    } else if (closes) depth -= 1;
  }
  return { depth: deepest, values };
}

/** About how many bytes a value takes once it is parsed: many small values take far more than their text. */
export function parsedBytes(bytes: Buffer): number {
  return bytes.length + 64 * sizeOf(bytes).values;
}
