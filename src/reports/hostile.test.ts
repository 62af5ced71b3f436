import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import type { SummaryEvent } from '../conformance/events.js';
import { loadRules } from '../conformance/rules/load-rules.js';
import { rawServer } from '../conformance/testing/small-server.js';
import { createReport, reportNames } from './registry.js';
import type { Report } from './report.js';
import { loadShippingContract, verify } from '../index.js';

const [rules, contract] = [await loadRules(), await loadShippingContract()];

/** Runs the suite against a server that answers everything with the same bytes; returns the summary and every report. */
async function runAgainst(bytes: Buffer | string | ((socket: Socket) => void)) {
  const send = typeof bytes === 'function' ? bytes : (socket: Socket) => socket.write(bytes);
  const reports: Report[] = await Promise.all(reportNames.map((name) => createReport(name)));
  const server = await rawServer(send);
  const texts = reportNames.map(() => '');
  let summary: SummaryEvent | undefined;
  try {
    const options = {
      url: server.url,
      key: 'secret-of-the-partner',
      rules,
      contract,
      timeout: 300,
      maxTime: 10,
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

function response(body: Buffer | string, headers = ''): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`,
    ),
    bytes,
  ]);
}

describe('no report contains control characters, scripts or keys when the target sends', () => {
  it.each<[string, Buffer | string | ((socket: Socket) => void)]>([
    [
      'a decompression bomb',
      response(gzipSync(Buffer.alloc(40 * 1024 * 1024)), 'Content-Encoding: gzip\r\n'),
    ],
    ['deeply nested JSON', response('['.repeat(200_000))],
    ['deeply nested JSON in an envelope', response(`{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`)],
    ['bytes that are not text', response(Buffer.from([0xff, 0xfe, 0x00, 0x9f]))],
    [
      'terminal escapes and markup',
      response(
        JSON.stringify({ message: '\u001b]0;owned\u0007\u001b[31m<script>alert(1)</script>\u202e' }),
        'X-Odd: <b>\r\n',
      ),
    ],
    [
      'a hundred thousand schema errors',
      response(
        JSON.stringify({
          status: 1,
          data: Array.from({ length: 100_000 }, () => ({ id: 'x' })),
          errors: null,
        }),
      ),
    ],
    ['a header of a megabyte', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(1_000_000)}\r\n\r\n`],
    [
      'a __proto__ field',
      response('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    ],
    [
      'one byte and then nothing',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{'),
    ],
    ['the key in its body', response('{"message":"secret-of-the-partner SECRET-OF-THE-PARTNER"}')],
  ])('%s', async (_, bytes) => {
    const { summary, all } = await runAgainst(bytes);
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
