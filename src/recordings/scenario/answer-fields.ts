import { headerIn, type TrafficHeaders } from '../../conformance/traffic/traffic-exchange.js';
import { isJsonMediaType } from '../../contract/operations.js';
import type { AnswerFields } from '../../scenarios/schema/scenario-file.js';
import { toBase64 } from '../har/base64.js';

/** The media types that a scenario file can say. */
const sayable = /^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w-]+=[\w.-]+)*$/;

/** A body as a scenario's answer has it, so that the mock sends the same bytes with the same Content-Type. */
export function bodyFields(
  bytes: Uint8Array,
  headers: TrafficHeaders,
): Pick<AnswerFields, 'body' | 'text' | 'base64' | 'contentType' | 'headers'> {
  const recorded = headerIn(headers, 'content-type');
  const text = textOf(bytes);
  const json = text === undefined || recorded === undefined ? undefined : exactJson(text, recorded);
  if (json) {
    const bare = recorded?.replace(/; charset=utf-8$/, '') ?? '';
    const isDefault = recorded === `${bare}; charset=utf-8` && sayable.test(bare) && !bare.includes(';');
    if (isDefault) return { body: json.value, ...(bare !== 'application/json' && { contentType: bare }) };
    return { body: json.value, headers: { 'Content-Type': recorded ?? '' } };
  }
  const content = text === undefined ? { base64: toBase64(bytes) } : { text };
  if (recorded === undefined) return { ...content, contentType: 'application/octet-stream' };
  const isExact = sayable.test(recorded) && (text === undefined || /charset=|^(?!text\/)/.test(recorded));
  if (isExact) return { ...content, contentType: recorded };
  return { ...content, contentType: 'application/octet-stream', headers: { 'Content-Type': recorded } };
}

/** The value of a JSON body whose text is what the mock would write for it. */
function exactJson(text: string, contentType: string): { readonly value: unknown } | undefined {
  if (!isJsonMediaType(contentType)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text && typeof value === 'object' && value !== null
      ? { value }
      : undefined;
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined for bytes that are no UTF-8, and for characters that YAML can't hold. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes);
    // oxlint-disable-next-line no-control-regex -- the characters that are looked for
    return /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
