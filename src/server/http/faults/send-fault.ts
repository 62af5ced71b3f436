/**
 * Breaks the connection in the way that a scenario asks for. What clients make of each, tried with the fetch of Node 20
 * (the cause of its TypeError), axios 1 in Node and curl 7.88, none of them given a timeout:
 *
 * | fault                | on the wire                                | fetch                         | axios                         | curl |
 * |----------------------|--------------------------------------------|-------------------------------|-------------------------------|----------------|
 * | reset                | a TCP RST instead of an answer             | rejects: ECONNRESET           | rejects: ECONNRESET           | exit 56 |
 * | close                | a TCP FIN instead of an answer             | rejects: other side closed    | rejects: socket hang up       | exit 52 |
 * | never-answer         | nothing; the connection stays              | waits 300 s for headers       | waits for ever                | waits for ever |
 * | headers-then-nothing | status and headers, then nothing           | body waits 300 s              | waits for ever                | waits for ever |
 * | truncated-body       | full Content-Length, part of the body, FIN | body rejects: terminated      | rejects: stream aborted       | exit 18 |
 * | slow-drip            | the body in small chunks                   | resolves late                 | resolves late                 | exit 0, late |
 * | garbage              | bytes that are no HTTP                     | rejects: HPE_INVALID_CONSTANT | rejects: HPE_INVALID_CONSTANT | exit 1 |
 * | malformed-json       | complete, but the last brace is missing    | json() rejects: SyntaxError   | resolves: data is a text      | exit 0 |
 * | wrong-content-length | fewer bytes announced than sent            | json() rejects: SyntaxError   | rejects: HPE_INVALID_CONSTANT | exit 0 |
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Fault } from '../../../scenarios/scenario.js';
import { wait } from './wait.js';

/** The answer that would have been sent. */
export interface PendingAnswer {
  readonly status: number;
  /** Names in any case; what frames the message (Content-Length, Transfer-Encoding) is left out. */
  readonly headers: Readonly<OutgoingHttpHeaders>;
  readonly body: Uint8Array;
}

/** No fault holds a connection longer: a client without a timeout must not cost a socket for ever. */
const longestHoldMs = 600_000;
/** How long a client may take to close its side after the server has closed its own. */
const lingerMs = 1_000;

/**
 * Sends an answer the broken way and resolves when the fault is over: the connection closed, or for slow-drip,
 * malformed-json and a HEAD request's answer, the answer ended.
 *
 * @param response nothing may have been written to it yet
 * @param signal aborted when the server shuts down; a connection that is held is then closed
 */
export async function sendFault(
  response: ServerResponse,
  answer: PendingAnswer,
  fault: Fault,
  signal: AbortSignal,
): Promise<void> {
  const { socket } = response.req;
  // What the client still sends is thrown away; unread, it would turn an orderly close into a reset.
  response.req.resume();
  switch (fault.kind) {
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'close':
      return closeOrderly(socket, response, signal);
    case 'never-answer':
      return hold(socket, response, signal);
    case 'headers-then-nothing':
      writeHead(response, answer, answer.body.length);
      response.flushHeaders();
      return hold(socket, response, signal);
    case 'truncated-body':
      writeHead(response, answer, answer.body.length);
      writePart(response, answer.body.subarray(0, Math.floor(answer.body.length * fault.keep)));
      return closeOrderly(socket, response, signal);
    case 'slow-drip':
      return drip(socket, response, answer, fault, signal);
    case 'garbage':
      socket.write(garbage);
      return closeOrderly(socket, response, signal);
    case 'malformed-json': {
      const body = withoutLastByte(answer.body);
      writeHead(response, answer, body.length);
      response.end(body);
      return;
    }
    case 'wrong-content-length':
      writeHead(response, answer, Math.max(0, answer.body.length + fault.by));
      writePart(response, answer.body);
      return closeOrderly(socket, response, signal);
  }
}

function writeHead(response: ServerResponse, answer: PendingAnswer, contentLength: number): void {
  const headers = Object.entries(answer.headers).filter(
    ([name, value]) => value !== undefined && !/^(content-length|transfer-encoding)$/i.test(name),
  );
  response.removeHeader('Transfer-Encoding');
  response.writeHead(answer.status, { ...Object.fromEntries(headers), 'Content-Length': contentLength });
}

/** An empty write would not send the headers. */
function writePart(response: ServerResponse, bytes: Uint8Array): void {
  if (bytes.length > 0) response.write(bytes);
  else response.flushHeaders();
}

async function hold(socket: Socket, response: ServerResponse, signal: AbortSignal): Promise<void> {
  await wait(longestHoldMs, response, signal);
  socket.destroy();
}

/** Sends what is written and a FIN; a client that does not close its side in turn is cut off. */
async function closeOrderly(socket: Socket, response: ServerResponse, signal: AbortSignal): Promise<void> {
  socket.end();
  await wait(lingerMs, response, signal);
  socket.destroy();
}

async function drip(
  socket: Socket,
  response: ServerResponse,
  answer: PendingAnswer,
  { chunkBytes, intervalMs }: Extract<Fault, { kind: 'slow-drip' }>,
  signal: AbortSignal,
): Promise<void> {
  writeHead(response, answer, answer.body.length);
  const chunks = Math.min(
    Math.ceil(answer.body.length / chunkBytes),
    1 + longestHoldMs / Math.max(1, intervalMs),
  );
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    if (chunk > 0 && (await wait(intervalMs, response, signal)) !== 'elapsed') {
      socket.destroy();
      return;
    }
    response.write(answer.body.subarray(chunk * chunkBytes, (chunk + 1) * chunkBytes));
  }
  if (chunks * chunkBytes < answer.body.length) socket.destroy();
  else response.end();
}

/** JSON without its last character that means something; an empty body becomes an open brace. */
function withoutLastByte(body: Uint8Array): Uint8Array {
  let end = body.length;
  while (end > 0 && (body[end - 1] ?? 0) <= 0x20) end -= 1;
  return end === 0 ? Buffer.from('{') : body.subarray(0, end - 1);
}

/** 64 bytes that begin no HTTP message, the same every time. */
const garbage = Buffer.from(Array.from({ length: 64 }, (_, index) => (index * 37 + 0x81) % 256));
