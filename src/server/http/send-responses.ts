/**
 * Requests that arrive in one turn of the event loop are answered at its end, in the order of their arrival, and their responses
 * are written together: a write may wake the client's process, and with work between the writes it would be woken for each one.
 */
import type { ServerResponse } from 'node:http';
import type { Exchange } from '../../mock/exchange/exchange.js';
import type { ReceivedRequest } from '../../mock/exchange/request.js';
import { responseHeaders, type MockResponse } from '../../mock/exchange/response.js';
import { recordExchange } from '../../mock/recording/record-exchange.js';
import { changeResponse, type PlannedScenario } from '../../mock/scenarios/change-response.js';
import { createExchange, passStages } from '../../mock/stages/serve-request.js';
import { sentByFault, type SentByFault } from '../../scenarios/faults/sent-by-fault.js';
import { StoreUnavailableError } from '../../state/store-unavailable.js';
import type { ServerContext } from '../server-context.js';
import { waitingBytes, type ConnectionLoads } from './connection-load.js';
import { DirectResponse } from './tricks/direct.js';
import { sendFault } from './faults/send-fault.js';
import { wait } from './faults/wait.js';

/** An exchange with its response. */
export interface ReadyResponse {
  readonly context: ServerContext;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly answer: MockResponse;
}

/** A request that has been read. */
export interface Arrival {
  readonly context: ServerContext;
  readonly response: ServerResponse;
  readonly request: ReceivedRequest;
}

const arrivals: Arrival[] = [];

/** Answers a request at the end of this turn. */
export function answerRequest(arrival: Arrival): void {
  if (arrivals.length === 0) {
    setImmediate(() => {
      const ready = arrivals.splice(0).map(answered);
      sendResponses(ready.filter((each) => each !== undefined));
    });
  }
  arrivals.push(arrival);
}

/** @returns the response, unless a stage waits for something: then it is sent later, without the others */
function answered({ context, response, request }: Arrival): ReadyResponse | undefined {
  try {
    const exchange = createExchange(context.serving.mock, request, context.origins.own);
    const answer = passStages(exchange, context.log);
    if (!(answer instanceof Promise)) return { context, response, exchange, answer };
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

/**
 * Applies the scenario to each response, waits for its delay, records the exchange, and sends the response, whole or
 * broken. Those without a delay are all recorded before the first is written.
 */
export function sendResponses(all: readonly ReadyResponse[]): void {
  const recorded: ReadyResponse[] = [];
  for (const ready of all) {
    const { context, response, exchange, answer } = ready;
    context.accessLog?.describe(response, exchange);
    const plan = exchange.scenario;
    if (plan) {
      sendPlanned(ready, plan).catch((cause: unknown) => {
        notSent(ready, cause);
      });
      continue;
    }
    const recording = record(context, exchange, answer);
    if (!recording) recorded.push(ready);
    else
      void recording.then(() => {
        sendOrDrop(ready);
      });
  }
  for (const ready of recorded) sendOrDrop(ready);
}

function sendOrDrop(ready: ReadyResponse): void {
  try {
    send(ready);
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
  const end = effect.delayMs > 0 ? await wait(effect.delayMs, response, signal) : 'elapsed';
  const body = Buffer.from(answer.body ?? '');
  await record(context, exchange, answer, effect.fault && (await sentByFault(effect.fault, body)));
  if (end === 'gone') return;
  if (!effect.fault) {
    send(ready);
    return;
  }
  const headers: Record<string, string> = {};
  const flat = responseHeaders(exchange, answer);
  for (let index = 0; index < flat.length; index += 2) headers[flat[index] ?? ''] = flat[index + 1] ?? '';
  await sendFault(response, { status: answer.status, headers, body }, effect.fault, signal);
}

/**
 * Records the exchange before its response is sent, so that a client that has the response finds it in the journal of any
 * replica. A failing journal costs no response; an unavailable store has been reported already.
 */
function record(
  context: ServerContext,
  exchange: Exchange,
  answer: MockResponse,
  broken?: SentByFault,
): Promise<void> | undefined {
  const failed = (cause: unknown): void => {
    if (cause instanceof StoreUnavailableError) return;
    context.log(`Failed to record ${exchange.method} ${exchange.path}: ${String(cause)}`);
  };
  try {
    return recordExchange(context, exchange, answer, broken)?.catch(failed);
  } catch (cause) {
    failed(cause);
    return undefined;
  }
}

function send(ready: ReadyResponse): void {
  write(ready);
  const { context, response } = ready;
  const left = response.writableLength;
  if (left > 0) holdUnread(context.loads, response, left);
}

/** Counts the bytes that the client has not taken yet; those behind other responses until their turn. */
function holdUnread(loads: ConnectionLoads, response: ServerResponse, bytes: number): void {
  const load = loads.of(response.req.socket);
  load.hold(response, waitingBytes + bytes);
  if (response.socket)
    response.once('finish', () => {
      load.release(response);
    });
}

function write({ response, exchange, answer }: ReadyResponse): void {
  const { status, body, size } = answer;
  const headers = responseHeaders(exchange, answer);
  const text = exchange.method === 'HEAD' ? undefined : body;
  // As many bytes as characters means that all of them are ASCII.
  const isAscii = typeof text === 'string' && text.length === size;
  if (isAscii && mayHaveBody(status) && response instanceof DirectResponse)
    response.sendText(status, headers, text);
  else if (response instanceof DirectResponse) response.writeHead(status, headers).end(text, 'utf8');
  else sendPlain(response, status, headers, text);
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
