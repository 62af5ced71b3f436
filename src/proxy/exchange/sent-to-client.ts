import { followToEnd, ResponseMeter } from '../../server/http/follow-response.js';
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
  const measureFrom = (): void => {
    const meter = new ResponseMeter(response.req.socket);
    meter.head = headLength(response);
    delivery.measureWith(meter.measure);
  };
  if (response.socket) measureFrom();
  else response.once('socket', measureFrom);
  const whole = () => {
    const { headBytes, bodyBytes } = delivery.update();
    const body = Math.min(bodySize(), bodyBytes);
    return { headBytes: headBytes + bodyBytes - body, bodyBytes: body };
  };
  return new Promise((resolve) => {
    delivery.whenEnded = resolve;
    followToEnd(response, delivery, context.signal, whole);
  });
}
