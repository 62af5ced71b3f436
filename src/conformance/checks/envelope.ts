import type { AnsweredExchange } from '../target/exchange.js';

/** The parts of an answer in the service's envelope, as far as they have the shape that the specification gives them. */
export interface Envelope {
  readonly status: unknown;
  readonly message: unknown;
  readonly data: unknown;
  readonly errors: unknown;
  readonly response_code: unknown;
}

/** The body of an answer as an envelope; undefined where it is no JSON object. */
export function envelopeOf(exchange: AnsweredExchange): Partial<Envelope> | undefined {
  if (!exchange.json.ok) return undefined;
  const { value } = exchange.json;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** The objects in `data` of a successful answer. */
export function elementsOf(exchange: AnsweredExchange): Record<string, unknown>[] {
  const data = exchange.outcome.status < 300 ? envelopeOf(exchange)?.data : undefined;
  if (!Array.isArray(data)) return [];
  return (data as unknown[]).filter(
    (element): element is Record<string, unknown> =>
      typeof element === 'object' && element !== null && !Array.isArray(element),
  );
}

/** Every text that an error answer says to a person: its message and its errors. */
export function errorTexts(exchange: AnsweredExchange): string[] {
  const envelope = envelopeOf(exchange);
  const errors = Array.isArray(envelope?.errors) ? (envelope.errors as unknown[]) : [];
  return [envelope?.message, ...errors].filter((text): text is string => typeof text === 'string');
}

/** Whether HTTP gives the answer a body that is the service's to shape. */
export function carriesEnvelope({ request, outcome }: AnsweredExchange): boolean {
  if (request.method === 'HEAD' || outcome.status === 204 || outcome.status === 304) return false;
  // A client that accepts no JSON can't be sent any.
  if (outcome.status === 406) return false;
  return outcome.status >= 200 && (outcome.status < 300 || outcome.status >= 400);
}
