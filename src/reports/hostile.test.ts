import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import type { SummaryEvent } from '../conformance/events.js';
import { loadRules } from '../conformance/load-rules.js';
import { rawServer } from '../conformance/testing/small-server.js';
import { createReport, reportNames } from './report.js';
import type { Report } from './report.js';
import { verify } from '../index.js';

const rules = await loadRules();

/** Judges a server that answers everything with the same bytes; gives the summary and every report. */
async function judge(answer: Buffer | string | ((socket: Socket) => void)) {
  const send = typeof answer === 'function' ? answer : (socket: Socket) => socket.write(answer);
  const reports: Report[] = [];
  // One after another: Jest's module loader does not stand imports that overlap.
  for (const name of reportNames) reports.push(await createReport(name));
  const server = await rawServer(send);
  const texts = reportNames.map(() => '');
  let summary: SummaryEvent | undefined;
  try {
    const options = {
      url: server.url,
      key: 'secret-of-the-partner',
      rules,
      timeoutMs: 300,
      maxTimeSeconds: 10,
      budget: 40,
    };
    for await (const event of verify(options)) {
      for (const [index, report] of reports.entries())
        texts[index] = `${texts[index] ?? ''}${report.write(event)}`;
      if (event.type === 'summary') summary = event;
    }
  } finally {
    await server.close();
  }
  return { summary, all: texts.join('\n') };
}

function answer(body: Buffer | string, headers = ''): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`,
    ),
    bytes,
  ]);
}

describe('a hostile target does no harm', () => {
  it.each<[string, Buffer | string | ((socket: Socket) => void)]>([
    ['a bomb', answer(gzipSync(Buffer.alloc(40 * 1024 * 1024)), 'Content-Encoding: gzip\r\n')],
    ['deep JSON', answer('['.repeat(200_000))],
    ['deep JSON in an envelope', answer(`{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`)],
    ['bytes that are no text', answer(Buffer.from([0xff, 0xfe, 0x00, 0x9f]))],
    [
      'escapes and markup',
      answer(
        JSON.stringify({ message: '\u001b]0;owned\u0007\u001b[31m<script>alert(1)</script>\u202e' }),
        'X-Odd: <b>\r\n',
      ),
    ],
    [
      'a hundred thousand errors',
      answer(
        JSON.stringify({
          status: 1,
          data: Array.from({ length: 100_000 }, () => ({ id: 'x' })),
          errors: null,
        }),
      ),
    ],
    ['a header of a megabyte', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(1_000_000)}\r\n\r\n`],
    [
      'a name that reaches the prototype',
      answer('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    ],
    ['a slow drip', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{')],
    ['a key sent back', answer('{"message":"secret-of-the-partner SECRET-OF-THE-PARTNER"}')],
  ])('%s', async (_, bytes) => {
    const { summary, all } = await judge(bytes);
    expect(summary?.exitCode).toBeGreaterThan(0);
    expect(
      Array.from(all).filter(
        (character) => (character < ' ' && character !== '\n') || character === '\u202e',
      ),
    ).toEqual([]);
    expect(all.match(/<script>/g)?.length).toBeLessThan(30);
    expect(all).not.toMatch(/secret-of-the-partner/i);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
