import type { Problem } from '../contract/validation/problem-text.js';
import type {
  AppliedScenario,
  BrokenResponse,
  ExchangeFinding,
  FrameCounts,
  JournalEntry,
  KeyKind,
  KeptMessage,
  SentCallback,
  WebSocketFrames,
} from './journal-entry.js';
import { shownHeaders, shownQuery, type CredentialNames } from './credential-names.js';
import { deliveryNow, type AnsweredBy, type Delivery, type Ending } from './delivery.js';
import { describeBody, type BodyView } from './describe-body.js';
import { shownEntry, shownQueryOf, shownSentHeaders, shownText } from './shown-entry.js';
import { retryAfterOf } from './verification/retry-after.js';

/** One exchange, ready for JSON: bodies readable, credentials by their first characters. */
export interface ExchangeView {
  readonly id: number;
  /** Arrival of the request's head, ISO 8601 in UTC. */
  readonly time: string;
  /** Until the response ended, or until now while the exchange is pending, to a tenth of a millisecond. */
  readonly durationMs: number;
  readonly delivery: DeliveryView;
  /** Null while nobody has. */
  readonly answeredBy: AnsweredBy | null;
  /** The operation's id; null for an unknown path or method. */
  readonly operation: string | null;
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** Without its `?`. */
    readonly query: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: BodyView;
    /** Until its body was whole, to a tenth of a millisecond; null where it did not come, or is on its way. */
    readonly bodyMs: number | null;
    readonly key: KeyKind;
    /** The version in which the client sent it; left out for HTTP/1. */
    readonly httpVersion?: '2.0';
  };
  /** The response, as far as it left. */
  readonly response: {
    /** Also where a fault broke the connection before it was sent. */
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: BodyView;
    /** The fault's effect on it; null if it was sent whole. */
    readonly broken: BrokenResponse | null;
  };
  /** The scenario that forced or changed the response; null if none did. */
  readonly scenario: ScenarioView | null;
  /** Problems of the request. */
  readonly problems: readonly Problem[];
  /** Findings of a proxy; left out if the exchange was not checked against the document. */
  readonly findings?: readonly ExchangeFinding[];
  /** Fields whose addresses a proxy mapped, such as `response Location`; left out if there are none. */
  readonly mapped?: readonly string[];
  /** The reason why a proxy could not judge all of it, a phrase. */
  readonly notJudged?: string;
  /** The frames that passed on a connection which became WebSocket; left out for every other exchange. */
  readonly webSocket?: WebSocketView;
  /** The requests that the mock sent because of it; left out where there were none. */
  readonly callbacks?: readonly CallbackView[];
}

/** A request that the mock sent by itself, ready for JSON. */
export interface CallbackView extends Omit<SentCallback, 'reason' | 'attempts' | 'body' | 'size'> {
  readonly body: BodyView;
  /** Null where it was neither refused nor has failed. */
  readonly reason: string | null;
  readonly attempts: readonly {
    readonly time: string;
    readonly durationMs: number;
    readonly status: number | null;
    readonly text: string;
    readonly failure: string | null;
  }[];
}

/** The WebSocket frames of both directions, as far as they have passed. */
export interface WebSocketView {
  readonly fromClient: FrameCountsView;
  readonly fromTarget: FrameCountsView;
  /** The newest messages; left out where a proxy keeps none. */
  readonly messages?: readonly MessageView[];
  /** Older messages that went for newer ones; left out with them. */
  readonly dropped?: number;
}

/** A message of a WebSocket, without secrets. */
export interface MessageView {
  readonly from: 'client' | 'target';
  /** From the request's arrival until the message ended, to a tenth of a millisecond. */
  readonly ms: number;
  /** Bytes of the whole message. */
  readonly size: number;
  /** True if the message was longer than what is kept of it. */
  readonly truncated: boolean;
  /** Of a text. */
  readonly text?: string;
  /** Of a binary message. */
  readonly base64?: string;
}

/** Whole frames of one direction, but for the bytes. */
export interface FrameCountsView {
  readonly frames: number;
  /** Messages that ended; control frames are none. */
  readonly messages: number;
  readonly payloadBytes: number;
  /** From the request's arrival until the first frame began, to a tenth of a millisecond; null where none came. */
  readonly firstMs: number | null;
  /** From then until the last frame ended; null where none did. */
  readonly lastMs: number | null;
  /** The status of its Close frame (RFC 6455 section 7.4); null where none came, or one without. */
  readonly closeCode: number | null;
}

/** The part of a response that left, and its end. */
export interface DeliveryView {
  /** Until the first byte left, to a tenth of a millisecond; null where none did. */
  readonly firstByteMs: number | null;
  /** Until the last byte that has left; null where none did. */
  readonly lastByteMs: number | null;
  /** Bytes of status line, headers and the framing of chunks; 0 where no status left. */
  readonly headBytes: number;
  /** Bytes of the body on the wire, or of what was sent in place of a response. */
  readonly bodyBytes: number;
  /** Null while the exchange is pending. */
  readonly ending: Ending | null;
}

export interface ScenarioView extends Omit<AppliedScenario, 'fault'> {
  readonly fault: string | null;
}

/** One exchange in a line, for lists and events. */
export interface EntrySummary {
  readonly id: number;
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** Without its question mark, credentials masked. */
  readonly query: string;
  readonly operation: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** Names of the scenarios that applied. */
  readonly scenario: readonly string[];
  readonly channel: string | null;
  readonly fault: string | null;
  /** Number of problems that validation found. */
  readonly problems: number;
  /** Number of a proxy's findings; left out if there are none. */
  readonly findings?: number;
  /** Null while the exchange is pending. */
  readonly ending: Ending | null;
  /** Null while nobody has. */
  readonly answeredBy: AnsweredBy | null;
  /** Until the first byte left; null where none did. */
  readonly firstByteMs: number | null;
  /** Bytes of status line and headers that left; 0 where no status did. */
  readonly headBytes: number;
  /** Bytes of the bodies. */
  readonly requestSize: number;
  readonly responseSize: number;
  /** The wait that a 429 or 503 asked for; null if it named none, and with other statuses. */
  readonly retryAfterSeconds: number | null;
}

/**
 * Makes an entry readable. Never throws, whatever bytes a client sent.
 *
 * @param sentHeaders those of the response, default: without the ones that every response has
 */
export function describeEntry(
  kept: JournalEntry,
  credentials: CredentialNames,
  sentHeaders = kept.response.headers,
): ExchangeView {
  const entry = shownEntry(kept, credentials);
  const { id, request, response, scenario, problems } = entry;
  return {
    id,
    time: new Date(entry.time).toISOString(),
    durationMs: tenths(entry.durationMs),
    delivery: describeDelivery(entry.delivery),
    answeredBy: entry.answeredBy ?? null,
    operation: entry.operation ?? null,
    request: {
      method: request.method,
      path: request.path,
      query: shownQuery(request.query, credentials),
      headers: shownHeaders(request.headers, credentials),
      body: describeBody(request.body),
      bodyMs: roundedOrNull(request.bodyMs),
      key: request.key ?? 'missing',
      ...(request.httpVersion && { httpVersion: request.httpVersion }),
    },
    response: {
      status: response.status,
      headers: shownHeaders(shownSentHeaders(sentHeaders, credentials), credentials),
      body: describeBody(response.body),
      broken: response.broken ?? null,
    },
    scenario: scenario ? { ...scenario, fault: scenario.fault ?? null } : null,
    problems: problems.map(({ pointer, text }) => ({ pointer, text })),
    ...(entry.findings && { findings: entry.findings }),
    ...(entry.mapped && { mapped: entry.mapped }),
    ...(entry.notJudged !== undefined && { notJudged: entry.notJudged }),
    ...(entry.webSocket && { webSocket: describeFrames(entry.webSocket) }),
    ...(entry.callbacks && { callbacks: entry.callbacks.map(describeCallback) }),
  };
}

/** A callback, ready for JSON; what is secret in it has been masked before. */
export function describeCallback(callback: SentCallback): CallbackView {
  const { name, method, url, headers, body, size, state, reason = null, attempts } = callback;
  return {
    ...{ name, method, url, headers, state, reason },
    body: describeBody({ bytes: encoder.encode(body), size }),
    attempts: attempts.map(({ time, durationMs, status = null, text = '', failure = null }) => ({
      time: new Date(time).toISOString(),
      durationMs: tenths(durationMs),
      ...{ status, text, failure },
    })),
  };
}

const encoder = new TextEncoder();

/** Counts of frames, ready for JSON. */
export function describeFrames(frames: WebSocketFrames): WebSocketView {
  const { fromClient, fromTarget, messages, dropped = 0 } = frames;
  return {
    fromClient: frameCounts(fromClient),
    fromTarget: frameCounts(fromTarget),
    ...(messages && { messages: messages.map(describeMessage), dropped }),
  };
}

function describeMessage({ from, ms, size, held, text, base64 }: KeptMessage): MessageView {
  const content = text === undefined ? { base64: base64 ?? '' } : { text };
  return { from, ms: tenths(ms), size, truncated: held < size, ...content };
}

function frameCounts({ firstMs, lastMs, closeCode, ...counts }: FrameCounts): FrameCountsView {
  return {
    ...counts,
    firstMs: roundedOrNull(firstMs),
    lastMs: roundedOrNull(lastMs),
    closeCode: closeCode ?? null,
  };
}

/** An entry in a line; nothing in it is a credential. */
export function summarizeEntry(entry: JournalEntry, credentials: CredentialNames): EntrySummary {
  const { request, response, scenario } = entry;
  return {
    id: entry.id,
    time: new Date(entry.time).toISOString(),
    method: request.method,
    path: shownText(request.path),
    query: request.query === '' ? '' : shownQuery(shownQueryOf(entry), credentials),
    operation: entry.operation ?? null,
    status: response.status,
    durationMs: tenths(entry.durationMs),
    scenario: scenario?.names ?? [],
    channel: scenario?.channel ?? null,
    fault: scenario?.fault ?? null,
    problems: entry.problems.length,
    ...(entry.findings && entry.findings.length > 0 && { findings: entry.findings.length }),
    ending: entry.delivery.ending ?? null,
    answeredBy: entry.answeredBy ?? null,
    firstByteMs: roundedOrNull(deliveryNow(entry.delivery).firstByteMs),
    headBytes: entry.delivery.headBytes,
    requestSize: request.body.size,
    responseSize: response.body.size,
    retryAfterSeconds: [429, 503].includes(response.status) ? (retryAfterOf(entry)?.seconds ?? null) : null,
  };
}

/** A delivery, ready for JSON. */
export function describeDelivery(delivery: Delivery): DeliveryView {
  const { firstByteMs, lastByteMs, headBytes, bodyBytes, ending } = deliveryNow(delivery);
  return {
    firstByteMs: roundedOrNull(firstByteMs),
    lastByteMs: roundedOrNull(lastByteMs),
    headBytes,
    bodyBytes,
    ending: ending ?? null,
  };
}

function roundedOrNull(milliseconds: number | undefined): number | null {
  return milliseconds === undefined ? null : tenths(milliseconds);
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
