import type { Exchange } from '../../mock/exchange/exchange.js';
import { responseHeaders, type MockResponse } from '../../mock/exchange/response.js';
import { recordExchange, type Recorder } from '../../mock/recording/record-exchange.js';
import { changeResponse, type PlannedScenario } from '../../mock/scenarios/change-response.js';
import { breakConnection, type Fault } from '../../scenarios/faults/registry.js';
import { sentByFault } from '../../scenarios/faults/sent-by-fault.js';
import { reasonPhrases } from '../../scenarios/reason-phrases.js';
import { throwIfAborted } from './abort-reason.js';
import { hasBodyStreams } from './body-streams.js';
import { FetchWire, type Client, type SendHead } from './fetch-wire.js';
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
  const plan = exchange.scenario;
  if (!plan) {
    await recordExchange(sending.recorder, exchange, answer);
    throwIfAborted(sending.client.signal);
    return responseOf(exchange, answer, answer.body);
  }
  return sendPlanned(exchange, changeResponse(answer, plan), plan, sending);
}

async function sendPlanned(
  exchange: Exchange,
  answer: MockResponse,
  { effect }: PlannedScenario,
  sending: Sending,
): Promise<Response> {
  const { recorder, timers, client } = sending;
  const { fault, delayMs } = effect;
  if (delayMs > 0) await timers.wait(delayMs, client.signal);
  const bytes = bytesOf(answer.body);
  await recordExchange(recorder, exchange, answer, fault && (await sentByFault(fault, bytes)));
  throwIfAborted(client.signal);
  return fault
    ? sendBroken(exchange, answer, bytes, fault, sending)
    : responseOf(exchange, answer, answer.body);
}

function sendBroken(
  exchange: Exchange,
  answer: MockResponse,
  bytes: Uint8Array,
  fault: Fault,
  { timers, client }: Sending,
): Promise<Response> {
  const send: SendHead = (length, body) => responseOf(exchange, answer, body, length);
  const wire = new FetchWire(send, timers, client, exchange.method !== 'HEAD' && mayHaveBody(answer.status));
  void breakConnection(fault, wire, bytes).then(() => wire.close());
  return wire.response;
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
  const sent = exchange.method === 'HEAD' || !mayHaveBody(status) ? null : sendable(body);
  return new Response(sent as ResponseBody, { status, statusText: reasonPhrases[status] ?? '', headers });
}

function sendable(body: SentBody): SentBody {
  const isText = body instanceof Uint8Array && !hasBodyStreams();
  return isText ? new TextDecoder().decode(body) : (body ?? null);
}

/** Values of which a response can be made; the types of Node and of browsers name it differently. */
export type ResponseBody = ConstructorParameters<typeof Response>[0];

/** Statuses that forbid one (Fetch Standard, null body status). */
function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}
