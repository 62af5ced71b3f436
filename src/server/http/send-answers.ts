import type { ServerResponse } from 'node:http';
import { StoreUnavailableError } from '../../state/store-unavailable.js';
import { changedAnswer } from '../../mock/scenarios/apply-effect.js';
import { corsHeaders } from '../../mock/cors.js';
import type { Answer, Exchange } from '../../mock/exchange.js';
import { sendFault } from './faults/send-fault.js';
import { wait } from './faults/wait.js';
import { recordExchange } from '../../mock/recording/record-exchange.js';
import type { PlannedScenario } from '../../mock/scenarios/plan-scenario.js';
import { DirectResponse } from './direct-response.js';
import type { ServerContext } from '../server-context.js';

/** A request whose answer is ready. */
export interface Answered {
  readonly context: ServerContext;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly answer: Answer;
}

/**
 * Changes each answer as a scenario wants, waits as long as it says, notes the exchange, and sends the answer, whole or
 * broken. Those that wait for nothing are all noted and then go out one behind the other: each write to a socket may wake
 * the client's process, and with work between the writes it would go to sleep and be woken again, which costs this process
 * more than the answer itself.
 */
export function sendAnswers(all: readonly Answered[]): void {
  const noted: Answered[] = [];
  for (const answered of all) {
    const { context, response, exchange, answer } = answered;
    context.accessLog?.describe(response, exchange);
    const plan = exchange.scenario;
    if (plan) {
      sendPlanned(answered, plan).catch((cause: unknown) => {
        notSent(answered, cause);
      });
      continue;
    }
    const noting = note(context, exchange, answer);
    if (!noting) noted.push(answered);
    else
      void noting.then(() => {
        sendOrDrop(answered);
      });
  }
  for (const answered of noted) sendOrDrop(answered);
}

function sendOrDrop(answered: Answered): void {
  try {
    send(answered.response, answered.exchange, answered.answer);
  } catch (cause) {
    notSent(answered, cause);
  }
}

function notSent({ context, response, exchange: { method, path } }: Answered, cause: unknown): void {
  context.log(`Failed to send the answer to ${method} ${path}: ${String(cause)}`);
  response.destroy();
}

async function sendPlanned(answered: Answered, plan: PlannedScenario): Promise<void> {
  const { context, response, exchange } = answered;
  const { signal } = context;
  const { effect } = plan;
  const answer = changedAnswer(answered.answer, plan);
  const end = effect.delayMs > 0 ? await wait(effect.delayMs, response, signal) : 'elapsed';
  await note(context, exchange, answer);
  if (end === 'gone') return;
  if (!effect.fault) {
    send(response, exchange, answer);
    return;
  }
  const headers: Record<string, string> = {};
  const flat = wireHeaders(exchange, answer);
  for (let index = 0; index < flat.length; index += 2) headers[flat[index] ?? ''] = flat[index + 1] ?? '';
  const body = Buffer.from(answer.body ?? '');
  await sendFault(response, { status: answer.status, headers, body }, effect.fault, signal);
}

/**
 * Notes the exchange before its answer goes out, so that who has the answer finds it in the journal of any replica. A
 * journal that fails costs no answer, and a store that is away has said so itself.
 */
function note(context: ServerContext, exchange: Exchange, answer: Answer): Promise<void> | undefined {
  const failedToNote = (cause: unknown): void => {
    if (cause instanceof StoreUnavailableError) return;
    context.log(`Failed to note ${exchange.method} ${exchange.path}: ${String(cause)}`);
  };
  try {
    return recordExchange(context, exchange, answer)?.catch(failedToNote);
  } catch (cause) {
    failedToNote(cause);
    return undefined;
  }
}

function send(response: ServerResponse, exchange: Exchange, answer: Answer): void {
  const { status, body, size } = answer;
  const headers = wireHeaders(exchange, answer);
  const text = exchange.method === 'HEAD' ? undefined : body;
  // As many bytes as letters: then all of them are ASCII.
  const isAscii = typeof text === 'string' && text.length === size;
  if (isAscii && mayHaveBody(status) && response instanceof DirectResponse)
    response.sendText(status, headers, text);
  else response.writeHead(status, headers).end(text, 'utf8');
}

/** RFC 9110 section 6.4.1. */
function mayHaveBody(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}

const corsPairs = Object.entries(corsHeaders).flat();

/** Names and values in turn, the form that Node writes without another look at each. */
function wireHeaders({ mock, quota }: Exchange, { status, headers, body, size }: Answer): string[] {
  const pairs = [...corsPairs];
  if (body !== undefined) pairs.push('Content-Length', String(size));
  else if (status !== 204 && status !== 304) pairs.push('Content-Length', '0');
  if (quota && mock.quota) {
    // The IETF's RateLimit fields (draft-ietf-httpapi-ratelimit-headers).
    pairs.push('RateLimit', `"default";r=${quota.remaining};t=${quota.resetSeconds}`);
    pairs.push('RateLimit-Policy', `"default";q=${mock.quota.limit};w=${mock.quota.windowSeconds}`);
  }
  for (const name in headers) pairs.push(name, headers[name] ?? '');
  return pairs;
}
