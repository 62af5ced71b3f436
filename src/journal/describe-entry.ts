import type { components } from '../contract/generated/control-api.js';
import type {
  FrameCounts,
  JournalEntry,
  KeptMessage,
  SentCallback,
  WebSocketFrames,
} from './journal-entry.js';
import { shownHeaders, shownQuery, type CredentialNames } from './credential-names.js';
import { deliveryNow, type Delivery } from './delivery.js';
import { describeBody } from './describe-body.js';
import { shownEntry, shownQueryOf, shownSentHeaders, shownText } from './shown-entry.js';
import { retryAfterOf } from './verification/retry-after.js';

type Schemas = components['schemas'];

/** One exchange, ready for JSON: bodies readable, credentials by their first characters; milliseconds to a tenth. */
export type ExchangeView = Schemas['JournalEntry'];
/** One exchange in a line, for lists and events. */
export type EntrySummary = Schemas['JournalSummary'];
export type DeliveryView = Schemas['Delivery'];
/** A recording may name any channel. */
export type ScenarioView = Omit<NonNullable<Schemas['AppliedScenario']>, 'channel'> & {
  readonly channel: string;
};
export type WebSocketView = NonNullable<ExchangeView['webSocket']>;
/** A message of a WebSocket, without secrets. */
export type MessageView = Schemas['WebSocketMessage'];

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
export function describeCallback(callback: SentCallback): Schemas['SentCallback'] {
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

function frameCounts({ firstMs, lastMs, closeCode, ...counts }: FrameCounts): Schemas['FrameCounts'] {
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
