import type { Fault } from '../../scenarios/faults/registry.js';
import { sendFault } from '../../server/http/faults/send-fault.js';
import { followToEnd, followWritten } from '../../server/http/follow-response.js';
import { headLength } from '../../server/http/tricks/direct.js';
import type { ProxyExchange } from './proxy-exchange.js';

/**
 * Follows a response to the client to its end. Call it in the turn in which its head is written, before anything has left.
 *
 * @param bodySize bytes of the body once all of it is written; what else leaves is head and framing
 * @returns when the response or its connection has ended
 */
export function sentToClient(
  { response, delivery, context }: ProxyExchange,
  bodySize: () => number,
): Promise<void> {
  const whole = () => {
    const { headBytes, bodyBytes } = delivery.update();
    const body = Math.min(bodySize(), bodyBytes);
    return { headBytes: headBytes + bodyBytes - body, bodyBytes: body };
  };
  return new Promise((resolve) => {
    delivery.whenEnded = resolve;
    followWritten(response, delivery, context.signal, headLength(response), { whole });
  });
}

/** Sends the body of a response whose head is written. @returns as `sentToClient` */
export function sendBody(proxied: ProxyExchange, body: Uint8Array): Promise<void> {
  const sent = proxied.exchange.method === 'HEAD' ? undefined : body;
  const isOver = sentToClient(proxied, () => sent?.length ?? 0);
  proxied.response.end(sent);
  return isOver;
}

/** Sends a response as a fault of the connection breaks it. @returns as `sentToClient` */
export async function sendByFault(
  { response, context, delivery }: ProxyExchange,
  answer: Parameters<typeof sendFault>[1],
  fault: Fault,
): Promise<void> {
  const isOver = new Promise<void>((resolve) => {
    delivery.whenEnded = resolve;
  });
  await sendFault(response, answer, fault, context.signal, delivery);
  followToEnd(response, delivery, context.signal);
  await isOver;
}
