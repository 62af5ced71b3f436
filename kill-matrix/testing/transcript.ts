/** Sends the requests of a witness over a bare socket and writes down every byte that comes back. */
import { connect } from 'node:net';
import { DEFAULT_KEYS } from '../reference-server/keys.js';
import { startReferenceServer } from '../reference-server/reference-server.js';
import type { Settings } from '../reference-server/settings.js';
import type { Step, Variation } from '../variations/variation.js';

/** What a server answered to a witness: the bytes of each answer, and the waits that it asked for. */
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
  for (const step of steps) {
    time += step.later ?? 0;
    for (let sent = 0; sent < (step.times ?? 1); sent++) {
      const never = new Promise<string>((resolve) => (gaveUp = resolve));
      transcript.push(await Promise.race([exchange(new URL(server.url), step), never]));
    }
  }
  await server.close();
  return transcript;
}

function exchange(base: URL, step: Step): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(base.port), base.hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => chunks.push(Buffer.from('(connection error)')));
    socket.on('close', () =>
      resolve(
        Buffer.concat(chunks)
          .toString('latin1')
          .replace(/^date: .* GMT$/im, 'date'),
      ),
    );
    socket.write(request(base, step));
  });
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
