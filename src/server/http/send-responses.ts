/**
 * Requests that arrive in one turn of the event loop are answered at its end, in the order of their arrival, and their responses
 * are written together: a write may wake the client's process, and with work between the writes it would be woken for each one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsFieldsFor } from '../../mock/exchange/cors.js';
import type { EnteredExchange, Exchange } from '../../mock/exchange/exchange.js';
import type { ReceivedRequest } from '../../mock/exchange/request.js';
import { responseHeaders, type MockResponse } from '../../mock/exchange/response.js';
import {
  abandonExchange,
  enterExchange,
  recordExchange,
  unrecordedExchange,
  type PendingExchange,
} from '../../mock/recording/record-exchange.js';
import { changeResponse, type PlannedScenario } from '../../mock/scenarios/change-response.js';
import { createExchange, passStages } from '../../mock/stages/serve-request.js';
import { sentByFault, type SentByFault } from '../../scenarios/faults/sent-by-fault.js';
import { StoreUnavailableError } from '../../state/store-unavailable.js';
import type { MaybePromise } from '../../state/state.js';
import type { ServerContext } from '../server-context.js';
import { waitingBytes, type ConnectionLoads } from './connection-load.js';
import { endOf, followToEnd, followWritten, ResponseMeter } from './follow-response.js';
import { refusals } from './connection-limits.js';
import { DirectResponse, bytesLeft, headLength } from './tricks/direct.js';
import { sendFault } from './faults/send-fault.js';
import { wait } from './faults/wait.js';

export interface ReadyResponse {
  readonly context: ServerContext;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly answer: MockResponse;
}

/** A request of which at least the head has been read. */
export interface Arrival {
  readonly context: ServerContext;
  readonly response: ServerResponse;
  readonly request: { -readonly [Field in keyof ReceivedRequest]: ReceivedRequest[Field] };
  /** True once its body has arrived. */
  isWhole: boolean;
  /** True while it waits for the end of this turn. */
  isWaiting: boolean;
  /** The exchange as it was entered without the body. */
  exchange: Exchange | undefined;
}

const arrivals: Arrival[] = [];

/** Answers a request at the end of this turn, or enters it in the journal then if its body is still on the way. */
export function answerRequest(arrival: Arrival): void {
  if (arrival.isWaiting) return;
  if (arrivals.length === 0) {
    setImmediate(() => {
      const ready = arrivals.splice(0).map(answered);
      sendResponses(ready.filter((each) => each !== undefined));
    });
  }
  arrival.isWaiting = true;
  arrivals.push(arrival);
}

/** @returns the response, unless the body or a stage is waited for: then it is sent later, without the others */
function answered(arrival: Arrival): ReadyResponse | undefined {
  const { context, response, request } = arrival;
  arrival.isWaiting = false;
  if (response.writableEnded) return undefined;
  try {
    const exchange = createExchange(context.serving.mock, request, context.origins.own);
    // Clients that are no pages send none.
    if (request.headers.origin !== undefined)
      exchange.cors = corsFieldsFor(request.headers, context.isKnownHost);
    if (!arrival.isWhole) {
      enterWithoutBody(arrival, exchange);
      return undefined;
    }
    exchange.entered = arrival.exchange?.entered;
    const answer = passStages(exchange, context.log);
    if (!(answer instanceof Promise)) return { context, response, exchange, answer };
    exchange.entered ??= enter(context, exchange, false);
    const load = context.loads.of(response.req.socket);
    load.hold(exchange, waitingBytes + request.body.bytes.length);
    void answer.then((late) => {
      load.release(exchange);
      sendResponses([{ context, response, exchange, answer: late }]);
    });
  } catch (cause) {
    context.log(`Failed to read ${request.method} ${request.target}: ${String(cause)}`);
    response.destroy();
  }
  return undefined;
}

/** A failing journal costs no response. */
function enter(context: ServerContext, exchange: Exchange, isHeld: boolean): EnteredExchange | undefined {
  try {
    return enterExchange(context, exchange, isHeld);
  } catch (cause) {
    notRecorded(context, exchange, cause);
    return undefined;
  }
}

/** A connection that ends before the body has come ends the exchange. */
function enterWithoutBody(arrival: Arrival, exchange: Exchange): void {
  const { context, response } = arrival;
  const { socket } = response.req;
  arrival.exchange = exchange;
  exchange.entered = enter(context, exchange, true);
  const end = (): void => {
    if (!arrival.isWhole && !response.headersSent) void abandon({ context, exchange, request: response.req });
  };
  if (socket.destroyed) end();
  else socket.once('close', end);
}

interface OpenExchange {
  readonly context: ServerContext;
  readonly exchange: Exchange;
  readonly request: IncomingMessage;
}

/** Completes the record of an exchange that ended with its connection, before there was a response for its client. */
export async function abandon({ context, exchange, request }: OpenExchange): Promise<void> {
  const refusal = refusals.get(request.socket);
  const ending = refusal ? 'complete' : endOf(request.socket, context.signal);
  await recorded(context, exchange, () => abandonExchange(context, exchange, ending, refusal));
}

/** Refuses a request that may have been entered. @param refuse writes the whole response */
export function refuseEntered({ exchange, response, context }: Arrival, refuse: () => void): void {
  const { socket } = response.req;
  const meter = new ResponseMeter(socket);
  refuse();
  if (!exchange?.entered) return;
  meter.head = headLength(response);
  response.once('close', () => {
    const ending = response.writableFinished ? 'complete' : endOf(socket, context.signal);
    const sent = { status: response.statusCode, ...meter.measure() };
    void recorded(context, exchange, () => abandonExchange(context, exchange, ending, sent));
  });
}

/**
 * Applies the scenario to each response, waits for its delay, records the exchange, and sends the response, whole or
 * broken. Those without a delay are all recorded before the first is written.
 */
export function sendResponses(all: readonly ReadyResponse[]): void {
  const whole: Recorded[] = [];
  for (const ready of all) {
    const { context, response, exchange } = ready;
    context.accessLog?.describe(response, exchange);
    const plan = exchange.scenario;
    if (plan) {
      sendPlanned(ready, plan).catch((cause: unknown) => {
        notSent(ready, cause);
      });
      continue;
    }
    const pending = recordedResponse(ready);
    if (!(pending instanceof Promise)) whole.push({ ready, pending });
    else
      void pending.then((late) => {
        sendOrDrop({ ready, pending: late });
      });
  }
  for (const one of whole) sendOrDrop(one);
}

interface Recorded {
  readonly ready: ReadyResponse;
  readonly pending: PendingExchange;
}

function sendOrDrop({ ready, pending }: Recorded): void {
  try {
    send(ready, pending);
  } catch (cause) {
    notSent(ready, cause);
  }
}

function notSent({ context, response, exchange: { method, path } }: ReadyResponse, cause: unknown): void {
  context.log(`Failed to send the response to ${method} ${path}: ${String(cause)}`);
  response.destroy();
}

/** While a response is held back, its request and body are counted. */
async function sendPlanned(ready: ReadyResponse, plan: PlannedScenario): Promise<void> {
  const { context, exchange, response } = ready;
  const answer = changeResponse(ready.answer, plan);
  const load = context.loads.of(response.req.socket);
  load.hold(exchange, waitingBytes + exchange.request.body.bytes.length + answer.size);
  try {
    await sendLater({ ...ready, answer }, plan);
  } finally {
    load.release(exchange);
  }
}

async function sendLater(ready: ReadyResponse, { effect }: PlannedScenario): Promise<void> {
  const { context, response, exchange, answer } = ready;
  const { signal } = context;
  const body = Buffer.from(answer.body ?? '');
  const broken = effect.fault && (await sentByFault(effect.fault, body));
  const pending = await recordedResponse(ready, broken);
  const end = effect.delayMs > 0 ? await wait(effect.delayMs, response, signal) : 'elapsed';
  if (end === 'gone') {
    if (pending.delivery.end(endOf(response.req.socket, signal))) complete(ready, pending);
    return;
  }
  if (!effect.fault) {
    send(ready, pending);
    return;
  }
  const headers: Record<string, string> = {};
  const flat = responseHeaders(exchange, answer);
  for (let index = 0; index < flat.length; index += 2) headers[flat[index] ?? ''] = flat[index + 1] ?? '';
  completeAtEnd(ready, pending);
  const { delivery } = pending;
  await sendFault(response, { status: answer.status, headers, body }, effect.fault, signal, delivery);
  followToEnd(response, delivery, signal);
}

/**
 * Records an exchange: before its response is sent, so that a client that has the response finds it in the journal of any
 * replica. A failing journal costs no response; an unavailable store has been reported already.
 */
function recorded<T>(
  context: ServerContext,
  exchange: Exchange,
  record: () => MaybePromise<T>,
): MaybePromise<T | undefined> {
  try {
    const result = record();
    if (!(result instanceof Promise)) return result;
    return result.catch((cause: unknown) => notRecorded(context, exchange, cause));
  } catch (cause) {
    notRecorded(context, exchange, cause);
    return undefined;
  }
}

/** Records a response; one that the journal could not keep is counted all the same. */
function recordedResponse(
  { context, exchange, answer }: ReadyResponse,
  broken?: SentByFault,
): MaybePromise<PendingExchange> {
  const pending = recorded(context, exchange, () => recordExchange(context, exchange, answer, broken));
  const counted = (known: PendingExchange | undefined): PendingExchange =>
    known ?? unrecordedExchange(context, exchange, answer);
  return pending instanceof Promise ? pending.then(counted) : counted(pending);
}

function notRecorded({ log }: ServerContext, { method, path }: Exchange, cause: unknown): undefined {
  if (!(cause instanceof StoreUnavailableError)) log(`Failed to record ${method} ${path}: ${String(cause)}`);
}

/**
 * Completes the record of a response that will end later. One that leaves at once goes without: with a callback on every delivery
 * whole exchanges outlive two collections of young objects, and collections take several times as long (docs/performance.md).
 */
function completeAtEnd(ready: ReadyResponse, pending: PendingExchange): void {
  pending.delivery.whenEnded = () => {
    complete(ready, pending);
  };
}

/** Completes the record of a response that has ended. Callbacks are sent then. */
function complete({ context, exchange, answer }: ReadyResponse, pending: PendingExchange): void {
  void recorded(context, exchange, () => {
    const completed = pending.complete();
    if (!exchange.mock.outgoing || pending.id === undefined) return completed;
    const { id } = pending;
    return Promise.resolve(completed).then(() =>
      context.callbacks.follow(exchange, answer, { ...pending, id }),
    );
  });
}

function send(ready: ReadyResponse, pending: PendingExchange): void {
  const { context, response, exchange, answer } = ready;
  const { socket } = response;
  const isDirect = response instanceof DirectResponse;
  const before = socket && !isDirect ? bytesLeft(socket) : 0;
  const isJoined = write(ready);
  const left = response.writableLength;
  const body = exchange.method === 'HEAD' || answer.status === 204 || answer.status === 304 ? 0 : answer.size;
  // Until then its text and the bytes of its record are held besides.
  if (left > 0) holdUnread(context.loads, response, left + 2 * body);
  const head = headLength(response) - (isJoined ? body : 0);
  // Nothing changes a direct response on its way; to ask the system costs as much as all of this.
  const isKnown = isDirect && head > 0;
  if (left === 0 && response.writableEnded && socket) {
    const headBytes = isKnown ? head : bytesLeft(socket) - before - body;
    if (pending.delivery.end('complete', { headBytes, bodyBytes: body })) complete(ready, pending);
  } else {
    completeAtEnd(ready, pending);
    // The response may wait for its turn, or for its client to read.
    const start = isKnown && socket ? socket.bytesWritten - head - body : before;
    followWritten(response, pending.delivery, context.signal, head, { before: start });
  }
}

/** Counts the bytes that wait for the client to read; those behind other responses until their turn. */
function holdUnread(loads: ConnectionLoads, response: ServerResponse, bytes: number): void {
  const load = loads.of(response.req.socket);
  load.hold(response, waitingBytes + bytes);
  if (response.socket)
    response.once('finish', () => {
      load.release(response);
    });
}

/** @returns whether head and body were written as one text */
function write({ response, exchange, answer }: ReadyResponse): boolean {
  const { status, body, size } = answer;
  const headers = responseHeaders(exchange, answer);
  const text = exchange.method === 'HEAD' ? undefined : body;
  // As many bytes as characters means that all of them are ASCII.
  const isAscii = typeof text === 'string' && text.length === size;
  if (isAscii && mayHaveBody(status) && response instanceof DirectResponse) {
    response.sendText(status, headers, text);
    return true;
  }
  if (response instanceof DirectResponse) response.writeHead(status, headers).end(text, 'utf8');
  else sendPlain(response, status, headers, text);
  return false;
}

/** One header at a time, so that middleware which has replaced `writeHead`, `write` or `end` finds and changes them. */
function sendPlain(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  body: MockResponse['body'],
): void {
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  response.statusCode = status;
  response.end(body, 'utf8');
}

/** RFC 9110 section 6.4.1. */
function mayHaveBody(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}
