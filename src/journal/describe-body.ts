import type { components } from '../contract/generated/control-api.js';
import { isNestedDeeper, maxNesting } from '../contract/schema/json-equal.js';
import type { KeptBody } from './journal-entry.js';

/**
 * A body as a part of JSON: `json` or `text`, both for JSON whose value written anew would be another text, none for an empty body;
 * `note` says what the text can't show.
 */
export type BodyView = components['schemas']['Body'];

/** Makes a kept body readable, whatever its bytes. JSON is recognized by its syntax, so that a wrong Content-Type hides nothing. */
export function describeBody(body: KeptBody): BodyView {
  const { bytes, size } = body;
  const truncated = bytes.length < size;
  if (bytes.length === 0) return { size, truncated };
  const parsed = parsedBody(body);
  if (parsed) {
    const view = { size, truncated, json: parsed.value };
    return isWrittenSo(parsed) ? view : { ...view, text: parsed.text };
  }
  const kept = truncated ? withoutCutCharacter(bytes) : bytes;
  const text = textOf(kept);
  if (text !== undefined) return { size, truncated, text };
  const note = 'Some bytes are no UTF-8; U+FFFD (�) stands for them.';
  return { size, truncated, text: lenient.decode(kept), note };
}

/** A JSON body: its text, and the value of that. */
interface ParsedBody {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Tells whether the value, written anew, is the same text but for white space. It is another one after a number of more digits than
 * JavaScript keeps, or a key that comes twice.
 */
function isWrittenSo({ text, value }: ParsedBody): boolean {
  const anew = JSON.stringify(value);
  return text === anew || text.replace(outsideTexts, '$1') === anew;
}

/** A text of JSON, or white space between its tokens. */
const outsideTexts = /("(?:[^"\\]|\\.)*")|\s+/g;

/** A whole JSON body; undefined for any other, and for one that was kept in part. */
export function parsedBody({ bytes, size }: KeptBody): ParsedBody | undefined {
  if (bytes.length === 0 || bytes.length < size) return undefined;
  const text = textOf(bytes);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isNestedDeeper(value, maxNesting) ? undefined : { text, value };
  } catch {
    return undefined;
  }
}

// A byte order mark is a part of the text, and no JSON.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of bytes; undefined where they are no UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Leaves out a UTF-8 character that was cut off by the limit: the body itself is not at fault. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  const lead = bytes.findLastIndex((byte) => (byte & 0b1100_0000) !== 0b1000_0000);
  const first = bytes[lead] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return lead >= 0 && lead + length > bytes.length ? bytes.subarray(0, lead) : bytes;
}
