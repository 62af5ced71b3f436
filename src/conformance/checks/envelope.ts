import { isObject } from '../../contract/schema/json-equal.js';
import { isMalformed } from '../cases/wire-form.js';
import type { CompletedExchange } from '../target/exchange.js';

/** The fields of the service's envelope; nothing is known of their types. */
export interface Envelope {
  readonly status: unknown;
  readonly message: unknown;
  readonly data: unknown;
  readonly errors: unknown;
  readonly response_code: unknown;
}

/** The body of a response as an envelope; undefined when it is not a JSON object. */
export function envelopeOf({ json }: CompletedExchange): Partial<Envelope> | undefined {
  return json.ok && isObject(json.value) ? json.value : undefined;
}

/** The objects in `data` of a successful response. */
export function elementsOf(exchange: CompletedExchange): Record<string, unknown>[] {
  const data = exchange.response.status < 300 ? envelopeOf(exchange)?.data : undefined;
  return Array.isArray(data) ? data.filter(isObject) : [];
}

/** Every text of an error response that is meant for people: its message and its errors. */
export function errorTexts(exchange: CompletedExchange): string[] {
  const envelope = envelopeOf(exchange);
  const errors = Array.isArray(envelope?.errors) ? (envelope.errors as unknown[]) : [];
  return [envelope?.message, ...errors].filter((text): text is string => typeof text === 'string');
}

/** Returns whether HTTP lets the response have a body, and leaves its form to the service. */
export function carriesEnvelope({ request, response }: CompletedExchange): boolean {
  const { status } = response;
  if (request.method === 'HEAD' || status === 204 || status === 205 || status === 304) return false;
  // The response to OPTIONS is not one of the service (RFC 9110 9.3.7).
  if (request.method === 'OPTIONS' && status < 300) return false;
  if (isMalformed(request.wire)) return false;
  // 406 answers a client that accepts no JSON.
  if (status === 406) return false;
  // A part of a body is no JSON by itself (RFC 9110 15.3.7).
  if (status === 206 || status === 416) return false;
  return status >= 200 && (status < 300 || status >= 400);
}
