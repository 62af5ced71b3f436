import type { TrafficExchange, TrafficFinding } from '../conformance/traffic/traffic-exchange.js';
import type { AnsweredBy } from '../journal/delivery.js';
import type { DeliveryView, MessageView, ScenarioView, WebSocketView } from '../journal/describe-entry.js';
import type { BrokenResponse } from '../journal/journal-entry.js';

/**
 * An exchange as a recording has it: a HAR, a line of NDJSON, or the journal. Its target is a whole address. What Drydock itself
 * knows of an exchange travels in the HAR as `_drydock`.
 */
export interface RecordedExchange extends TrafficExchange {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds until the first byte of the response, where the recording knows. */
  readonly firstByteMs?: number | undefined;
  /** The version in which the client sent the request, where that is not HTTP/1. */
  readonly httpVersion?: '2.0' | undefined;
  /** Messages of a WebSocket, as far as they were kept. */
  readonly messages?: readonly MessageView[] | undefined;
  readonly own?: OwnFields | undefined;
}

/** Fields of Drydock's own recordings; every field may be missing. JSON holds it. */
export interface OwnFields {
  /** Id in the journal of the sandbox. */
  readonly id?: number | undefined;
  readonly sandbox?: string | undefined;
  /** Id of the operation; null for an unknown path or method. */
  readonly operation?: string | null | undefined;
  readonly scenario?: ScenarioView | null | undefined;
  /** The fault's effect on the response; null if it was sent whole. */
  readonly broken?: RecordedBreak | null | undefined;
  /** The part of the response that left, and its end: null while the exchange was pending. */
  readonly delivery?: DeliveryView | undefined;
  /** Null while nobody had. */
  readonly answeredBy?: AnsweredBy | null | undefined;
  /** Problems of the request; sentences. */
  readonly problems?: readonly string[] | undefined;
  /** Those of the proxy that recorded it. */
  readonly findings?: readonly TrafficFinding[] | undefined;
  /** Why the proxy could not judge it in full, a phrase. */
  readonly notJudged?: string | undefined;
  /** The frames of a connection that became WebSocket. */
  readonly webSocket?: Omit<WebSocketView, 'messages'> | undefined;
  /** Places whose values are masked, such as `response body: token`. */
  readonly masked?: readonly string[] | undefined;
}

export interface RecordedBreak extends BrokenResponse {
  /** The status that was sent, or would have been. */
  readonly status: number;
  /** The Content-Length that was sent. */
  readonly contentLength?: number | undefined;
}

/** Why the body is not whole of a response that a client did not get to its end, though no scenario broke it; a phrase. */
export function whyPartial({ own, response }: RecordedExchange): string | undefined {
  const { broken, delivery } = own ?? {};
  if (!delivery || broken || 'fault' in response || response.status < 200) return undefined;
  if (delivery.ending === 'complete') return undefined;
  if (delivery.ending === null) return 'the response was under way when it was recorded';
  return delivery.ending === 'left'
    ? 'the client went away before the end of the response'
    : 'the connection was closed before the end of the response';
}
