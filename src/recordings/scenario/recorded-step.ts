import { faultKind } from '../../scenarios/faults/registry.js';
import { maxDelayMs } from '../../scenarios/scenario.js';
import type { AnswerFields, EffectFields, StepFields } from '../../scenarios/schema/scenario-file.js';
import { whyPartial, type RecordedBreak, type RecordedExchange } from '../recorded-exchange.js';
import { isLength } from '../reading/own-fields.js';
import { isSensitiveName } from '../../secrets/sensitive-names.js';
import {
  headerIn,
  type TrafficHeaders,
  type TrafficResponseMessage,
} from '../../conformance/traffic/traffic-exchange.js';
import { jsonOf } from '../../conformance/target/json-body.js';
import { isJsonMediaType } from '../../contract/operations.js';
import { isContainer } from '../../contract/schema/json-equal.js';
import { toBase64 } from '../../contract/printing/base64.js';

/** A recorded response as a step of a scenario. */
export interface RecordedStep {
  readonly fields: StepFields;
  /** Differences from the recording; phrases. */
  readonly notes: readonly string[];
  /** Masked parts of the response, such as `response body: token`. */
  readonly masked: readonly string[];
}

type Fault = NonNullable<EffectFields['fault']>;

/**
 * @param exchange masked, its body without Content-Encoding
 * @param hasExample whether the document has the status, so that an example can stand for a body that is not known
 */
export function recordedStep(
  exchange: RecordedExchange,
  hasExample: (status: number) => boolean,
): RecordedStep {
  const { response, own, id } = exchange;
  const label = id.slice(0, 60);
  if ('fault' in response) {
    const known = faultWithoutHead(exchange);
    const note = 'no response was recorded; the scenario closes the connection';
    return {
      fields: { label, ...delayOf(exchange, known), fault: known ?? 'close' },
      notes: known === undefined ? [note] : [],
      masked: [],
    };
  }
  const { headers, masked, unsayable } = keptHeaders(response.headers);
  const body = answerOf(exchange, response, hasExample(response.status));
  const fault = faultWithHead(exchange, response);
  const hasType = response.headers.some(([name]) => /^content-type$/i.test(name));
  const { headers: ownHeaders, ...content } = body.fields;
  const all = { ...ownHeaders, ...headers };
  return {
    fields: {
      label,
      ...delayOf(exchange, fault),
      answer: { status: response.status, ...(Object.keys(all).length > 0 && { headers: all }), ...content },
      ...(content.contentType !== undefined && !hasType && { headers: { remove: ['Content-Type'] } }),
      ...(fault !== undefined && { fault }),
    },
    notes: [
      ...body.notes,
      ...unsayable.map((name) => `the header ${name} is left out: a scenario can't say it`),
    ],
    masked: [
      ...masked.map((name) => `response header: ${name}`),
      ...(own?.masked ?? []).filter((place) => place.startsWith('response body')),
    ],
  };
}

function answerOf(
  exchange: RecordedExchange,
  { body, headers, status }: TrafficResponseMessage,
  hasExample: boolean,
): { fields: Omit<AnswerFields, 'status'>; notes: string[] } {
  const broken = brokenBy(exchange);
  const unknown = 'notHeld' in body ? body.notHeld : broken ? undefined : whyPartial(exchange);
  if (unknown !== undefined && exchange.request.method !== 'HEAD') {
    if (hasExample)
      return { fields: {}, notes: [`${unknown}; the scenario has an example of the document instead`] };
    const why = `the document has no status ${status}`;
    return {
      fields: bodyFields(new Uint8Array(0), headers),
      notes: [`${unknown}; the scenario has an empty body, for ${why}`],
    };
  }
  const bytes = 'bytes' in body ? body.bytes : new Uint8Array(0);
  const announced = broken?.head === true ? (broken.contentLength ?? bytes.length) : bytes.length;
  // Bytes that a fault kept back are unknown; blanks stand for them, so that their length is announced.
  return { fields: bodyFields(padded(bytes, announced), headers), notes: [] };
}

function padded(bytes: Uint8Array, length: number): Uint8Array {
  if (length <= bytes.length) return bytes;
  const whole = new Uint8Array(length).fill(0x20);
  whole.set(bytes);
  return whole;
}

/** Undefined where only a client's recording says that no response came. */
function faultWithoutHead({ own }: RecordedExchange): Fault | undefined {
  const named = faultKind(own?.scenario?.fault);
  if (named?.hidesStatus === true) return named.kind as Fault;
  if (!own?.broken) return undefined;
  return own.broken.end === 'silent' ? 'never-answer' : own.broken.end === 'reset' ? 'reset' : 'close';
}

/** The break of a response: by a fault of the mock, or by the service behind a proxy, which cut it off. */
function brokenBy({ own, response }: RecordedExchange): RecordedBreak | undefined {
  const { broken, delivery } = own ?? {};
  if (broken) return broken;
  if (delivery?.ending !== 'cut' || 'fault' in response || 'notHeld' in response.body) return undefined;
  const sent = response.body.bytes.length;
  const announced = Number(headerIn(response.headers, 'content-length'));
  const contentLength = isLength(announced) && announced > sent ? announced : sent + 1;
  return { head: true, end: 'closed', status: response.status, contentLength };
}

/** Returns the fault behind the response's headers, as the journal names it. */
function faultWithHead(exchange: RecordedExchange, { body }: TrafficResponseMessage): Fault | undefined {
  const broken = brokenBy(exchange);
  if (exchange.own?.scenario?.fault === 'slow-drip') return 'slow-drip';
  if (broken?.head !== true || 'notHeld' in body) return undefined;
  const sent = body.bytes.length;
  const announced = broken.contentLength ?? sent;
  if (broken.end === 'silent') return 'headers-then-nothing';
  if (broken.end === 'finished' || sent === announced) return undefined;
  if (sent > announced) return { kind: 'wrong-content-length', by: announced - sent };
  return { kind: 'truncated-body', keep: shareOf(sent, announced) };
}

/** A share of the body that, multiplied and cut, gives as many bytes again. */
function shareOf(sent: number, announced: number): number {
  const share = (sent + 0.5) / announced;
  const short = Number(share.toPrecision(6));
  return short < 1 && Math.floor(announced * short) === sent ? short : share;
}

function delayOf(
  { durationMs = 0 }: RecordedExchange,
  fault: Fault | undefined,
): Pick<EffectFields, 'delay'> {
  // Here the time is that of the fault, or of the client that waited.
  if (fault === 'slow-drip' || fault === 'never-answer' || fault === 'headers-then-nothing') return {};
  const ms = Math.min(maxDelayMs, Math.round(durationMs));
  return ms >= 1 ? { delay: `${ms}ms` } : {};
}

/** Headers that frame the message, or that the mock sends itself, or that say something of a server and nothing to a client. */
const ofTheServer =
  /^(?::.*|content-(?:length|encoding|type)|transfer-encoding|connection|keep-alive|upgrade|trailer|te|proxy-.*|date|server|via|age|alt-svc|nel|report-to|strict-transport-security|access-control-.*|timing-allow-origin|cross-origin-.*|ratelimit(?:-policy)?|x-mock-.*|x-powered-by|x-served-by|x-timer|x-runtime|cf-.*|x-amz-.*|x-cache.*|server-timing|http2-settings)$/i;

/** Response headers that a scenario repeats, and the names of those that it leaves out: `masked` ones are secrets. */
function keptHeaders(all: TrafficHeaders) {
  const headers: Record<string, string> = {};
  const masked: string[] = [];
  const unsayable: string[] = [];
  for (const [name, value] of all) {
    if (ofTheServer.test(name)) continue;
    if (isSensitiveName(name)) masked.push(name);
    else if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value)) unsayable.push(name);
    else headers[name] = Object.hasOwn(headers, name) ? `${headers[name] ?? ''}, ${value}` : value;
  }
  return { headers, masked: [...new Set(masked)], unsayable: [...new Set(unsayable)] };
}

/** The media types that a scenario file can say. */
const sayable = /^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w-]+=[\w.-]+)*$/;

/** A body as a scenario's answer has it, so that the mock sends the same bytes with the same Content-Type. */
function bodyFields(
  bytes: Uint8Array,
  headers: TrafficHeaders,
): Pick<AnswerFields, 'body' | 'text' | 'base64' | 'contentType' | 'headers'> {
  const recorded = headerIn(headers, 'content-type');
  const text = textOf(bytes);
  const json = text === undefined || recorded === undefined ? undefined : exactJson(text, recorded);
  if (json) {
    const bare = recorded?.replace(/; charset=utf-8$/, '') ?? '';
    const isDefault = recorded === `${bare}; charset=utf-8` && sayable.test(bare) && !bare.includes(';');
    if (isDefault) return { body: json, ...(bare !== 'application/json' && { contentType: bare }) };
    return { body: json, headers: { 'Content-Type': recorded ?? '' } };
  }
  const content = text === undefined ? { base64: toBase64(bytes) } : { text };
  if (recorded === undefined) return { ...content, contentType: 'application/octet-stream' };
  const isExact = sayable.test(recorded) && (text === undefined || /charset=|^(?!text\/)/.test(recorded));
  if (isExact) return { ...content, contentType: recorded };
  return { ...content, contentType: 'application/octet-stream', headers: { 'Content-Type': recorded } };
}

/** The value of a JSON body whose text is what the mock would write for it. */
function exactJson(text: string, contentType: string): object | undefined {
  const value = isJsonMediaType(contentType) ? jsonOf(text) : undefined;
  return isContainer(value) && JSON.stringify(value) === text ? value : undefined;
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
