import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { serviceWorkerRefusal } from '../../control/guard/control-guard.js';
import { isPreflight, preflightHeaders } from '../../mock/exchange/cors.js';
import type { RequestBody } from '../../mock/exchange/request.js';
import { internalPrefix } from '../../mock/internal-prefix.js';
import { maxBodyBytes } from '../../mock/stages/request-checks.js';
import type { ServerContext } from '../server-context.js';
import { answerRequest, refuseEntered, type Arrival } from './send-responses.js';
import type { ConnectionLoad, ConnectionLoads } from './connection-load.js';
import { documentRefusal, sendRefusal } from './refuse-malformed.js';
import { DirectRequest, type BodyReceiver } from './tricks/direct.js';

/** The service has every address except Drydock's own; a browser that opens the root is led on. */
export function serveOrPass(context: ServerContext): RequestHandler {
  return (request, response, next) => {
    const target = request.url;
    const isInternal = target.startsWith(internalPrefix) && /^\/__drydock([/?]|$)/.test(target);
    if (isInternal || (!context.gateway && opensRoot(request))) next();
    else if (context.gateway) context.gateway.handle(context, request, response);
    else handleRequest(context, request, response);
  };
}

function opensRoot({ url, method, headers }: Request): boolean {
  return url === '/' && method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Reads a request to the service and answers it. */
function handleRequest(context: ServerContext, request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  if (request.method === 'OPTIONS' && isPreflight(headers)) {
    response.writeHead(204, preflightHeaders(headers));
    response.end();
    return;
  }
  if (headers['service-worker'] !== undefined) {
    // It would stand between browsers and this origin; the script could be whatever a scenario answers.
    sendRefusal(response, 403, documentRefusal(() => context.serving.mock)(403, serviceWorkerRefusal));
    return;
  }
  if (context.memory.isFull) {
    refuseForMemory(context, response);
    return;
  }
  const arrival: Arrival = {
    context,
    response,
    request: {
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      httpVersion: request.httpVersion,
      isSecure: context.origins.isSecure,
      headers,
      body: nothing,
      bodyMs: undefined,
      time: Date.now(),
      elapsed: performance.now(),
    },
    isWhole: false,
    isWaiting: false,
    exchange: undefined,
  };
  const received = (body: RequestBody, isDecoded?: boolean): void => {
    if (body === noRoom) {
      refuseEntered(arrival, () => refuseForMemory(context, response));
      return;
    }
    arrival.request.body = body;
    // In the turn of the head it takes no clock.
    arrival.request.bodyMs = arrival.exchange ? performance.now() - arrival.request.elapsed : 0;
    if (isDecoded) arrival.request.headers = withoutEncoding(headers);
    arrival.isWhole = true;
    answerRequest(arrival);
  };
  readBody(request, maxBodyBytes, received, context.loads);
  if (!arrival.isWhole) answerRequest(arrival);
}

/** Refuses a request for which there is no room (RFC 9110 section 15.6.4), without looking at more of it. @param cors of a proxy */
export function refuseForMemory(
  { serving, memory }: ServerContext,
  response: ServerResponse,
  cors: Readonly<Record<string, string>> = {},
): void {
  memory.refused += 1;
  const sentence = `${memory.fullSentence}: try again later, reset sandboxes, or raise it`;
  const refusal = documentRefusal(() => serving.mock)(503, sentence);
  sendRefusal(response, 503, refusal, { ...cors, 'Retry-After': '5' });
}

/** Drops the headers that describe a body as it came over the wire: it has been decoded since. */
function withoutEncoding({ 'content-encoding': _, ...others }: IncomingHttpHeaders): IncomingHttpHeaders {
  return others;
}

const nothing: RequestBody = { bytes: new Uint8Array(0), tooLarge: false };
const tooLarge: RequestBody = { ...nothing, tooLarge: true };
/** Stands for a body of which the memory budget has no room for the rest. */
export const noRoom: RequestBody = { ...nothing };

/**
 * Reads a request's body up to a limit. A larger one is reported as soon as it is known to be, and no more of it is kept. Where
 * middleware has read the stream already, the body is what it has left in `request.body`.
 *
 * @param limit in bytes
 * @param done called once, unless the client goes away first, with `noRoom` where the memory budget has none; `isDecoded` says
 *   that a Content-Encoding was undone
 * @param loads where the bytes are counted while they arrive
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  done: (body: RequestBody, isDecoded?: boolean) => void,
  loads?: ConnectionLoads,
): void {
  const declared = request.headers['content-length'];
  const hasBody =
    declared === undefined ? request.headers['transfer-encoding'] !== undefined : declared !== '0';
  if (hasBody && request.readableEnded) {
    const bytes = bytesOf((request as { body?: unknown }).body);
    done(bytes.length > limit ? tooLarge : { bytes, tooLarge: false }, true);
    return;
  }
  const length = Number(declared);
  const collector =
    hasBody && !(length > limit) ? new Collector({ request, length, limit, done, loads }) : undefined;
  // Without the stream where that is possible: see DirectRequest.
  const isDirect = request instanceof DirectRequest && request.receiveBody(collector ?? ignored);
  if (collector && !isDirect) followStream(request, collector);
  if (!collector) done(hasBody ? tooLarge : nothing);
}

const ignored: BodyReceiver = { chunk: () => undefined, end: () => undefined };

/** Returns the bytes of what a body parser has made: bytes, a text, or a value that was JSON. */
function bytesOf(parsed: unknown): Uint8Array {
  if (parsed instanceof Uint8Array) return parsed;
  if (parsed === undefined) return nothing.bytes;
  return Buffer.from(typeof parsed === 'string' ? parsed : JSON.stringify(parsed));
}

function followStream(request: IncomingMessage, receiver: BodyReceiver): void {
  request.on('data', (bytes: Buffer) => {
    receiver.chunk(bytes);
  });
  request.on('end', () => {
    receiver.end();
  });
}

/** Facts about a body that arrives. */
interface ExpectedBody {
  readonly request: IncomingMessage;
  /** In bytes as declared; NaN where it is not. */
  readonly length: number;
  readonly limit: number;
  readonly done: (body: RequestBody) => void;
  readonly loads: ConnectionLoads | undefined;
}

class Collector implements BodyReceiver {
  #bytes: Buffer | undefined;
  /** The filled part of the bytes. */
  #size = 0;
  #isDone = false;
  /** Counts the bytes; undefined if none were counted. */
  #load: ConnectionLoad | undefined;

  constructor(private readonly expected: ExpectedBody) {}

  /** Discards what comes after too much while the answer is sent. */
  chunk(bytes: Buffer): void {
    if (this.#isDone) return;
    const { length, limit } = this.expected;
    const size = this.#size + bytes.length;
    if (size > limit) {
      this.#finish(tooLarge);
      return;
    }
    const held = this.#bytes ? this.#appended(this.#bytes, bytes) : bytes;
    this.#bytes = held;
    this.#size = size;
    // The end of a body that is whole follows at once, so nothing is held for it.
    if (size !== length && !this.#hasRoomFor(held)) this.#finish(noRoom);
  }

  end(): void {
    if (this.#isDone) return;
    this.#finish({ bytes: this.#bytes?.subarray(0, this.#size) ?? nothing.bytes, tooLarge: false });
  }

  /** The buffer doubles, so that a body of many small chunks takes no more than twice its bytes. */
  #appended(before: Buffer, bytes: Buffer): Buffer {
    const size = this.#size + bytes.length;
    const { limit } = this.expected;
    const held = size > before.length ? Buffer.allocUnsafeSlow(Math.min(limit, 2 * size)) : before;
    if (held !== before) before.copy(held, 0, 0, this.#size);
    bytes.copy(held, this.#size);
    return held;
  }

  #hasRoomFor({ length }: Buffer): boolean {
    const { loads, request } = this.expected;
    this.#load ??= loads?.of(request.socket);
    return this.#load?.tryHold(this, length) ?? true;
  }

  #finish(body: RequestBody): void {
    this.#isDone = true;
    this.#bytes = undefined;
    this.#load?.release(this);
    this.expected.done(body);
  }
}
