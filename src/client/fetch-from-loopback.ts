import { request } from 'node:https';
import { Readable } from 'node:stream';

/** The part of `RequestInit` that the control API needs. */
export interface LoopbackInit {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/**
 * `fetch` from an https address of this machine. Node's own trusts no authority that was not named when the process began. Nobody
 * stands between two programs of one machine, so the certificate is not checked here: the mock is as trusted as one without https.
 */
export function fetchFromLoopback(
  address: string,
  { method = 'GET', headers = {}, body, signal }: LoopbackInit,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, rejectUnauthorized: false, ...(signal && { signal }) };
    const sent = request(address, options, (message) => {
      const { statusCode: status = 0, statusMessage: statusText = '', headersDistinct } = message;
      const fields = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      const isEmpty = status === 204 || status === 304;
      if (isEmpty) message.resume();
      const content = isEmpty ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>);
      resolve(new Response(content, { status, statusText, headers: fields }));
    });
    sent.once('error', (cause) => {
      reject(signal?.aborted ? (signal.reason as Error) : new TypeError('fetch failed', { cause }));
    });
    sent.end(body);
  });
}
