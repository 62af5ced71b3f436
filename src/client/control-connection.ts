import { DrydockError } from './drydock-error.js';
import type { LoopbackInit } from './fetch-from-loopback.js';
import type { components } from '../contract/generated/control-api.js';

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** Milliseconds that a control call may take: the mock responds from memory, but a machine that runs tests may be busy. */
const timeoutMs = 60_000;

/** Calls the control API of one mock; every failure is a DrydockError. */
export class ControlConnection {
  /** @param base the address of the control API, such as `http://127.0.0.1:4010/__drydock` */
  constructor(
    readonly base: string,
    private readonly token: string | undefined,
  ) {}

  /**
   * @param accept the media type to ask for, where there is more than one
   * @returns the JSON of the response; undefined where it has no content
   */
  async ask<T>(method: Method, path: string, body?: unknown, accept?: string): Promise<T> {
    const response = await this.send(method, path, AbortSignal.timeout(timeoutMs), body, accept);
    if (response.status === 204) return undefined as T;
    return (await response.json()) as T;
  }

  /** @returns the bytes of a response that goes on until `signal` is aborted */
  async stream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.send('GET', path, signal);
    if (body) return body;
    throw new DrydockError(`The mock answered GET ${this.base}${path} without a stream.`);
  }

  private async fetch(address: string, init: LoopbackInit): Promise<Response> {
    if (!isLoopbackHttps(address)) return fetch(address, init);
    const { fetchFromLoopback } = await import('./fetch-from-loopback.js');
    return fetchFromLoopback(address, init);
  }

  private async send(
    method: Method,
    path: string,
    signal: AbortSignal,
    body?: unknown,
    accept?: string,
  ): Promise<Response> {
    if (this.token === undefined) throw new DrydockError(noToken);
    const headers: Record<string, string> = { Authorization: `Bearer ${this.token}` };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (accept !== undefined) headers.Accept = accept;
    const init = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await this.fetch(this.base + path, init).catch((cause: unknown) => {
      throw new DrydockError(`Failed to reach the mock at ${this.base}: ${reasonOf(cause)}.`, undefined, {
        cause,
      });
    });
    if (response.ok) return response;
    throw new DrydockError(await problemText(response), response.status);
  }
}

function isLoopbackHttps(address: string): boolean {
  return /^https:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])[:/]/i.test(address);
}

const noToken =
  'The control API needs the control token of the mock: pass it to attach() as token, or set DRYDOCK_CONTROL_TOKEN.';

/** Why a fetch failed, in the words of the system where it has some. */
function reasonOf(cause: unknown): string {
  const { name, message, cause: inner } = cause as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`;
  if (inner?.code === 'ECONNREFUSED') return 'nothing listens there; is the mock running?';
  return inner?.message ?? message;
}

/** The problem's own sentences (RFC 9457), or the status where the response is not from a mock. */
async function problemText(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    const { detail, title } = JSON.parse(text) as Partial<components['schemas']['Problem']>;
    if (detail ?? title) return detail ?? title ?? '';
  } catch {
    // Not JSON: something else than a mock listens there.
  }
  const what = `${response.status} ${response.statusText}`.trim();
  return `The control API answered ${what} at ${response.url}; is there a mock at this address?`;
}
