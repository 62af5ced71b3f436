import type { Exchange } from '../../mock/exchange/exchange.js';
import { byteLength, responseHeaders, type MockResponse } from '../../mock/exchange/response.js';
import { recordExchange, type PendingExchange, type Recorder } from '../../mock/recording/record-exchange.js';
import { changeResponse } from '../../mock/scenarios/change-response.js';
import { breakConnection, type Fault } from '../../scenarios/faults/registry.js';
import { sentByFault } from '../../scenarios/faults/sent-by-fault.js';
import { reasonPhrases } from '../../scenarios/reason-phrases.js';
import { FetchWire, type Client, type SendHead } from './fetch-wire.js';
import { hasBodyStreams, throwIfAborted } from './react-native.js';
import type { Timers } from './timers.js';

/** The context of sending a response. */
export interface Sending {
  readonly recorder: Recorder;
  readonly timers: Timers;
  readonly client: Client;
}

/**
 * Applies the scenario to a response, waits for its delay, records the exchange, and gives the response, whole or broken.
 *
 * @throws the reason of the client's signal once it is aborted, or a TypeError where a fault leaves no response
 */
export async function sendResponse(
  exchange: Exchange,
  answer: MockResponse,
  sending: Sending,
): Promise<Response> {
  const { recorder, timers, client } = sending;
  const plan = exchange.scenario;
  const planned = plan ? changeResponse(answer, plan) : answer;
  const { fault, delayMs = 0 } = plan?.effect ?? {};
  const broken = fault && (await sentByFault(fault, bytesOf(planned.body)));
  const pending = await recordExchange(recorder, exchange, planned, broken);
  if (delayMs > 0) await timers.wait(delayMs, client.signal);
  return fault && !client.signal.aborted
    ? sendBroken(exchange, planned, fault, pending, sending)
    : sendWhole(exchange, planned, pending, client);
}

/** @throws the reason of the client's signal if it is aborted */
async function sendWhole(
  exchange: Exchange,
  answer: MockResponse,
  { delivery, complete }: PendingExchange,
  { signal }: Client,
): Promise<Response> {
  const bodyBytes = hasBody(exchange, answer) ? answer.size : 0;
  const sent = { headBytes: headBytesOf(exchange, answer), bodyBytes };
  if (signal.aborted) delivery.end('left');
  else delivery.end('complete', sent);
  await complete();
  throwIfAborted(signal);
  return responseOf(exchange, answer, answer.body);
}

function sendBroken(
  exchange: Exchange,
  answer: MockResponse,
  fault: Fault,
  { delivery, complete }: PendingExchange,
  { timers, client }: Sending,
): Promise<Response> {
  const send: SendHead = (length, body) => responseOf(exchange, answer, body, length);
  const headBytes = headBytesOf(exchange, answer);
  const wire = new FetchWire(send, timers, client, hasBody(exchange, answer), headBytes, delivery);
  delivery.whenEnded = () => void complete();
  void breakConnection(fault, wire, bytesOf(answer.body)).then(() => wire.close());
  return wire.response;
}

/** Bytes of the head as HTTP/1.1 would write it; fetch writes none. */
function headBytesOf(exchange: Exchange, answer: MockResponse): number {
  const status = `HTTP/1.1 ${answer.status} ${reasonPhrases[answer.status] ?? ''}`;
  const pairs = responseHeaders(exchange, answer);
  return pairs.reduce((bytes, text) => bytes + byteLength(text) + 2, status.length + 4);
}

const encoder = new TextEncoder();

function bytesOf(body: MockResponse['body'] = ''): Uint8Array {
  return typeof body === 'string' ? encoder.encode(body) : body;
}

type SentBody = MockResponse['body'] | ReadableStream<Uint8Array> | null;

/** @param contentLength the one to announce; default: that of the body */
function responseOf(
  exchange: Exchange,
  answer: MockResponse,
  body: SentBody,
  contentLength?: number,
): Response {
  const { status } = answer;
  const headers = new Headers();
  const pairs = responseHeaders(exchange, answer);
  for (let index = 0; index < pairs.length; index += 2)
    headers.append(pairs[index] ?? '', pairs[index + 1] ?? '');
  if (contentLength !== undefined) headers.set('Content-Length', String(contentLength));
  const sent = hasBody(exchange, answer) ? sendable(body) : null;
  return new Response(sent as ResponseBody, { status, statusText: reasonPhrases[status] ?? '', headers });
}

function sendable(body: SentBody): SentBody {
  const isText = body instanceof Uint8Array && !hasBodyStreams();
  return isText ? new TextDecoder().decode(body) : (body ?? null);
}

/** Values of which a response can be made; the types of Node and of browsers name it differently. */
export type ResponseBody = ConstructorParameters<typeof Response>[0];

/** There is none for HEAD, nor with a status that forbids one (Fetch Standard, null body status). */
function hasBody({ method }: Exchange, { status }: MockResponse): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 205 && status !== 304;
}
