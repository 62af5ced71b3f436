/** One attempt to deliver a callback. It never throws, follows no redirect, and takes no longer and no more than its bounds. */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { AllowedTarget } from '../../control/verify-runs/allowed-target.js';
import type { CallbackAttempt } from '../../journal/journal-entry.js';

export interface AttemptOrder {
  readonly target: AllowedTarget;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Ends the connection in the middle of the body. */
  readonly isCut: boolean;
  readonly signal: AbortSignal;
}

const timeoutMs = 10_000;
const maxResponseBytes = 65_536;
const maxKeptText = 1000;

export async function attempt(order: AttemptOrder): Promise<CallbackAttempt> {
  const time = Date.now();
  const began = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([order.signal, timeout]);
  try {
    const response = await exchanged(order, signal);
    return { time, durationMs: performance.now() - began, ...response };
  } catch (cause) {
    const failure = timeout.aborted
      ? `no response within ${timeoutMs / 1000} s`
      : order.signal.aborted
        ? 'the mock ended first'
        : failureText(cause);
    return { time, durationMs: performance.now() - began, failure };
  }
}

const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  EHOSTUNREACH: 'the host can not be reached',
  ENETUNREACH: 'the network can not be reached',
};

function failureText(cause: unknown): string {
  const { code = '', message = String(cause) } = Object(cause) as Partial<NodeJS.ErrnoException>;
  // A host with several addresses fails with one error for each.
  return failures[code] ?? (message === '' ? code : message);
}

async function exchanged(
  order: AttemptOrder,
  signal: AbortSignal,
): Promise<Pick<CallbackAttempt, 'status' | 'text' | 'failure'>> {
  const { target, method, headers, body } = order;
  const isCut = order.isCut && body.length > 1;
  const url = new URL(target.url);
  const request = url.protocol === 'https:' ? (await import('node:https')).request : httpRequest;
  const options: RequestOptions = {
    ...{ method, signal, lookup: lookupOf(target), agent: false },
    headers: { ...headers, ...lengthOf(method, body), Connection: 'close' },
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      readStart(response).then((text) => {
        sent.destroy();
        resolve({ status: response.statusCode ?? 0, text });
      }, reject);
    });
    sent.on('error', reject);
    if (!isCut) {
      sent.end(body);
      return;
    }
    sent.write(body.subarray(0, Math.floor(body.length / 2)), () => {
      sent.destroy();
      resolve({ failure: 'a scenario cut it in the middle of its body' });
    });
  });
}

function lengthOf(method: string, { length }: Uint8Array): Record<string, string> {
  return length === 0 && /^(GET|HEAD|DELETE|OPTIONS)$/.test(method)
    ? {}
    : { 'Content-Length': String(length) };
}

/** The addresses that were checked, and no others: a name server may answer otherwise a moment later. */
function lookupOf({ addresses }: AllowedTarget): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** The beginning of a response's body. No more of it is read than the bound. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxResponseBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, maxKeptText);
}
