import type { IncomingMessage } from 'node:http';
import type { RequestBody } from './exchange.js';

const nothing: RequestBody = { bytes: new Uint8Array(0), tooLarge: false, text: undefined };

/**
 * Reads a request's body up to a limit. A larger one is reported as soon as it is known to be, and no more of it is kept.
 *
 * @param limit in bytes
 * @param done called once, unless the client goes away first
 */
export function readBody(request: IncomingMessage, limit: number, done: (body: RequestBody) => void): void {
  const declared = request.headers['content-length'];
  const hasBody =
    declared === undefined ? request.headers['transfer-encoding'] !== undefined : declared !== '0';
  if (!hasBody) done(nothing);
  else if (Number(declared) > limit) done({ ...nothing, tooLarge: true });
  else collect(request, limit, done);
}

function collect(request: IncomingMessage, limit: number, done: (body: RequestBody) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= limit) {
      chunks.push(chunk);
      return;
    }
    chunks = [];
    request.removeListener('data', onData);
    request.removeListener('end', onEnd);
    // The rest is thrown away by Node while the answer is sent.
    request.resume();
    done({ ...nothing, tooLarge: true });
  };
  const onEnd = (): void => {
    const [first] = chunks;
    const bytes = chunks.length === 1 && first ? first : Buffer.concat(chunks, size);
    done({ bytes, tooLarge: false, text: undefined });
  };
  request.on('data', onData);
  request.on('end', onEnd);
}
