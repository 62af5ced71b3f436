/** Sends the requests of a witness over a bare socket and writes down every byte that comes back. */
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { DEFAULT_KEYS } from '../reference-server/keys.js';
import { startReferenceServer } from '../reference-server/reference-server.js';
import type { Settings } from '../reference-server/settings.js';
import type { Step, Variation } from '../variations/variation.js';

/** A server's answers to a witness: the bytes of each answer, and the waits that it asked for. */
export type Transcript = string[];

/** Starts a server, sends the steps one after the other, and stops it. Its clock and its waits are ours. */
export async function transcribe(
  steps: readonly Step[],
  variation?: Variation,
  settings: Partial<Settings> = {},
): Promise<Transcript> {
  let time = Date.UTC(2026, 0, 15);
  let gaveUp: (why: string) => void = () => undefined;
  const transcript: Transcript = [];
  const wait = (ms: number): Promise<void> => {
    transcript.push(`waits ${ms}`);
    if (ms < Infinity) return Promise.resolve();
    gaveUp('never answers');
    return new Promise(() => undefined);
  };
  const server = await startReferenceServer({ variation, ...settings, now: () => time, wait });
  const base = new URL(server.url);
  for (const step of steps) {
    time += step.later ?? 0;
    const times = step.times ?? 1;
    const never = new Promise<string>((resolve) => (gaveUp = resolve));
    const ask = (...messages: Buffer[]) => Promise.race([exchange(base, messages), never]);
    if (step.sent === 'on one connection') transcript.push(await ask(...onOneConnection(base, step, times)));
    else if (step.sent === 'side by side')
      transcript.push(
        ...(await Promise.all(
          Array.from({ length: times }, (_, index) => ask(request(base, inTurn(step, index)))),
        )),
      );
    else for (let sent = 0; sent < times; sent++) transcript.push(await ask(...messageOf(base, step)));
  }
  await server.close();
  return transcript;
}

/** The message in the pieces in which it is sent. */
function messageOf(base: URL, step: Step): Buffer[] {
  return step.message?.map((piece) => Buffer.from(piece as string)) ?? [request(base, step)];
}

/** All but the last request keep the connection. */
function onOneConnection(base: URL, step: Step, times: number): Buffer[] {
  return Array.from({ length: times }, (_, index) => {
    const next = inTurn(step, index);
    const keeping = { ...next, headers: { ...next.headers, Connection: 'keep-alive' } };
    return request(base, index + 1 < times ? keeping : next);
  });
}

function inTurn(step: Step, index: number): Step {
  return index % 2 === 1 && step.and ? step.and : step;
}

/** Sends the messages, with a pause after each so that the server reads them one by one, and reads until the connection ends. */
function exchange(base: URL, messages: readonly Buffer[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(base.port), host: base.hostname, allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Otherwise the system keeps each of the thousands of connections for a minute, and takes longer to find a free port.
    socket.on('end', () => socket.resetAndDestroy());
    socket.on('error', () => chunks.push(Buffer.from('(connection error)')));
    socket.on('close', () =>
      resolve(
        Buffer.concat(chunks)
          .toString('latin1')
          .replace(/^date: (.*)\r\n/gim, (line, date: string) => (isNow(date) ? 'Date: (now)\r\n' : line)),
      ),
    );
    void writeSlowly(socket, messages);
  });
}

const PAUSE_MS = 10;

async function writeSlowly(socket: Socket, messages: readonly Buffer[]): Promise<void> {
  for (const [index, message] of messages.entries()) {
    if (index > 0) await setTimeout(PAUSE_MS);
    if (!socket.destroyed) socket.write(message);
  }
}

/** Tells whether it is today's date as HTTP writes it (RFC 9110 5.6.7). */
function isNow(date: string): boolean {
  const time = Date.parse(date);
  return Math.abs(Date.now() - time) < 3_600_000 && new Date(time).toUTCString() === date;
}

function request(base: URL, step: Step): Buffer {
  const body = Buffer.from((step.body ?? '') as string);
  const headers: Record<string, string | null> = {
    Host: base.host,
    Connection: 'close',
    'Content-Length': String(body.length),
    Accept: 'application/json',
    Authorization: `Bearer ${DEFAULT_KEYS.valid}`,
    ...step.headers,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}\r\n`],
  );
  const target = `${step.absolute ? base.origin : ''}${base.pathname}${step.path}`;
  return Buffer.concat([
    Buffer.from(`${step.method} ${target} HTTP/${step.version ?? '1.1'}\r\n${lines.join('')}\r\n`),
    body,
  ]);
}
