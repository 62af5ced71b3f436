/** A body read as JSON text (RFC 8259), strictly: UTF-8, no byte order mark, one value and nothing after it. */
export type JsonBody =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

/** No real response nests deeper than this; a deeper one is not parsed, because code that walks it would overflow its stack. */
const maxDepth = 500;

/** @param bytes a body, decompressed */
export function readJson(bytes: Buffer): JsonBody {
  if (bytes.length === 0) return { ok: false, problem: 'the body is empty' };
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])))
    return {
      ok: false,
      problem: 'the body starts with a byte order mark, which JSON must not (RFC 8259 8.1)',
    };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: 'the body is not valid UTF-8' };
  }
  if (depthOf(text) > maxDepth)
    return { ok: false, problem: `the body nests deeper than ${maxDepth} levels` };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, problem: `the body is not JSON: ${(error as Error).message}` };
  }
}

/** How deep brackets nest, ignoring those inside strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === 92) index += 1;
      else if (code === 34) quoted = false;
    } else if (code === 34) quoted = true;
    else if (code === 123 || code === 91) deepest = Math.max(deepest, ++depth);
    else if (code === 125 || code === 93) depth -= 1;
  }
  return deepest;
}
