import type { IncomingMessage } from 'node:http';
import type { Outcome, ResponseHead } from './outcome.js';
import type { ProxyExchange } from './proxy-exchange.js';
import type { Arrived, Forwarding } from './forwarding.js';
import { atEndOfTurn } from './end-of-turn.js';
import { sentToClient } from './sent-to-client.js';
import { fieldOf, pairs, withoutFields } from '../headers/end-to-end.js';

/** The end of a response of the target: what was wrong with it, and whether the client went away before. */
export type Passed = Pick<Outcome, 'problem' | 'isLeft'>;

export const wentAway: Passed = { isLeft: true };
/** The target's connection. */
export const brokenOff: Passed = {
  problem: 'the connection was closed before the whole response had arrived',
};

/**
 * Sends a response of the target on as it comes: status, reason, fields and bytes. What breaks off there breaks off here.
 *
 * @param fields names and values in turn
 */
export function passResponse(
  proxied: ProxyExchange,
  forwarding: Forwarding,
  { head, message }: Arrived,
  fields: readonly string[],
): Promise<Passed> {
  const { request, response, responseBody: held, delivery } = proxied;
  return new Promise((resolve) => {
    let end: Passed | 'complete' = wentAway;
    forwarding.isDelayed = false;
    response.sendDate = false;
    response.writeHead(head.status, head.reason, sendableFields(request, head, fields));
    const isBodiless = request.method === 'HEAD' || head.status === 304;
    void sentToClient(proxied, () => (isBodiless ? 0 : held.size)).then(() => {
      resolve(end === 'complete' ? { problem: forwarding.problemBehind } : end);
    });
    if (waitsForNoBody(head, message)) {
      forwarding.abandon();
      end = 'complete';
      response.end();
      return;
    }
    let isEnding = false;
    const announced = Number(fieldOf(head.fields, 'content-length'));
    message.on('data', (chunk: Buffer) => {
      held.add(chunk);
      if (held.size === announced) {
        isEnding = true;
        // In one write with the end, and with the head where that has not gone out yet.
        atEndOfTurn(() => response.end(chunk));
        return;
      }
      if (response.write(chunk)) return;
      message.pause();
      response.once('drain', () => message.resume());
    });
    message.once('end', () => {
      const trailers = pairs(message.rawTrailers);
      if (trailers.length > 0) response.addTrailers(trailers);
      end = 'complete';
      if (!isEnding) response.end();
    });
    message.once('error', () => {
      end = brokenOff;
      delivery.end('cut');
      // The client must not take the part for the whole.
      response.destroy();
    });
    // A head without a byte behind it would wait for one.
    setImmediate(() => {
      if (held.size === 0 && !response.writableEnded && !response.destroyed) response.flushHeaders();
    });
  });
}

/** Reads a response of the target to its end, as far as it is held. */
export function readResponse(
  { responseBody: held }: ProxyExchange,
  forwarding: Forwarding,
  { head, message }: Arrived,
): Promise<Passed> {
  return new Promise((resolve) => {
    if (waitsForNoBody(head, message)) {
      forwarding.abandon();
      resolve({});
      return;
    }
    message.on('data', (chunk: Buffer) => {
      held.add(chunk);
      if (held.notHeld === undefined) return;
      message.destroy();
      resolve({});
    });
    message.once('end', () => {
      resolve({ problem: forwarding.problemBehind });
    });
    message.once('error', () => {
      resolve(brokenOff);
    });
  });
}

/**
 * Tells whether the parser waits for the body that a 204 announces. A 204 ends with its head (RFC 9112 section 6.3), but the
 * parser of Node 20.19 goes by its Content-Length.
 */
function waitsForNoBody({ status }: ResponseHead, { complete }: IncomingMessage): boolean {
  return status === 204 && !complete;
}

/** Only a response in chunks can have trailers, and Node refuses to announce them on any other. */
function sendableFields(
  { method, httpVersion }: IncomingMessage,
  { status }: ResponseHead,
  fields: readonly string[],
): string[] {
  if (fieldOf(fields, 'trailer') === undefined) return [...fields];
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  const isChunked = hasBody && httpVersion !== '1.0' && fieldOf(fields, 'content-length') === undefined;
  return isChunked ? [...fields] : withoutFields(fields, 'trailer');
}
